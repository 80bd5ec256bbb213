package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.runner.app.options.CommandLinePlanner;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that help and lists fit the terminal. */
class HelpTest {
  private static final int HELP_WIDTH = 80;
  private static final int WIDTH = 100;

  private static String said(String... arguments) {
    KvbenchCommand command = KvbenchCommand.run(List.of(arguments));
    assertThat(command.exitCode()).as(command::said).isZero();
    return command.out();
  }

  static Stream<String> commands() {
    return Stream.concat(
        MainHelp.GROUPS.values().stream().flatMap(List::stream),
        Stream.of("cluster up", "cluster list", "cluster down"));
  }

  @Test
  void theMainHelpFitsOnAScreen() {
    String help = said("--help");

    assertThat(help.lines())
        .hasSizeLessThanOrEqualTo(45)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(HELP_WIDTH));
    assertThat(help.lines().filter(line -> line.startsWith("  kvbench "))).hasSize(5);
    assertThat(help.lines().filter(line -> line.matches("  --?\\w.*"))).hasSize(10);
    assertThat(help.lines()).contains("Run:", "Experiments:", "Results:", "Servers:", "Service:");
  }

  @Test
  void everyCommandIsInAGroup() {
    Terminal nowhere = new Terminal(printing(), printing());

    assertThat(new CommandLineApp(nowhere, new StopSignal()).commands())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    MainHelp.GROUPS.values().stream().flatMap(List::stream),
                    Stream.of("generate-completion", "help"))
                .toList());
  }

  private static PrintStream printing() {
    return new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyHelpFitsIntoEightyColumns(String command) {
    String help = said((command + " --help").split(" ", -1));

    assertThat(help).startsWith("Usage: kvbench " + command);
    assertThat(help.lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(HELP_WIDTH));
  }

  @Test
  void pluginsAndProfilesAreShownWhereTheyApplyAndAcceptedEverywhere() {
    assertThat(said("run", "--help")).contains("--plugin", "--profile");
    assertThat(said("systems", "--help")).contains("--plugin").doesNotContain("--profile");
    assertThat(said("cluster", "up", "--help")).contains("--plugin").doesNotContain("--profile");
    assertThat(said("certs", "--help")).doesNotContain("--plugin", "--profile");
    assertThat(said("compare", "--help")).doesNotContain("--plugin", "--profile");
    KvbenchCommand certs = KvbenchCommand.run(List.of("certs", "--plugin", "none.jar"));
    assertThat(certs.err()).contains("--plugin none.jar", "no such file");
  }

  @Test
  void theHelpOfHistoriesHasTheirFigures() {
    assertThat(MetricLists.HISTORY)
        .as("the description of HistoryCommand names each figure")
        .allSatisfy(each -> assertThat(said("history", "--help")).contains(each.words()));
  }

  @Test
  void theHelpOfARunIsGrouped() {
    assertThat(said("run", "--help"))
        .containsSubsequence(
            "\nBasics:", "-db, ", "\nSeveral machines:", "--agents", "\nThrough a service:");
  }

  @Test
  void groupsOfPropertiesHaveOneLineEach() {
    String groups = said("plan", "--properties");

    assertThat(groups.lines())
        .hasSizeLessThan(40)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
    assertThat(groups).contains("\nverdict ", "\nworkload ", "\nfind ", "\nmetrics ");
  }

  @Test
  void aNameHasTheWholeTextOfAPropertyOrAGroup() {
    assertThat(heads("target")).singleElement().asString().startsWith("target");
    assertThat(heads("threadcount")).singleElement().asString().startsWith("clients, threadcount");
    assertThat(heads("verdict")).contains("verdict.cpu = 90%", "exit.on = invalid");
  }

  /** Lines without the text of a property. */
  private static List<String> heads(String name) {
    return said("plan", "--properties", name)
        .lines()
        .filter(line -> !line.startsWith(" "))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "workload", "cluster", "verdict", "net", "fault"})
  void textsOfPropertiesAreWrapped(String group) {
    assertThat(said("plan", "--properties", group).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
  }

  @Test
  void detailsOfASystemHaveItsPromises() {
    assertThat(said("systems", "memory").replaceAll("\\s+", " "))
        .contains(
            "read promises default: linearizable; linearizable: linearizable; stale: linearizable");
  }

  @Test
  void detailsOfSystemsAreWrapped() {
    String[] all =
        Stream.concat(Stream.of("systems"), new CommandLinePlanner().bindings().names().stream())
            .toArray(String[]::new);

    assertThat(said(all).lines())
        .hasSizeGreaterThan(all.length)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
  }
}
