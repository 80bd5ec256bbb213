package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.runner.app.GuideCommands.GuideCommand;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Tests that kvbench accepts the commands in the README and the guide, and plans their runs. */
class GuideCommandsTest {
  /** Flags of runs, searches and suites that plans do not have, with the number of values. */
  private static final Map<String, Integer> NOT_OF_PLANS =
      Map.of("--results", 1, "--json", 1, "--keys", 0, "--curve", 0, "--what", 1);

  /** A service has its own workloads and certificates; only its flags are parsed. */
  private static final String SERVICE = "--service";

  /** Files that readers have, and this checkout does not. */
  private static final Set<String> FILES =
      Set.of(
          "trace.kvt",
          "topology.json",
          "rates.csv",
          "my-workload",
          "kvbench-certs",
          "redis.jar",
          "store.jar",
          "--profile staging");

  private static final Pattern LACKING =
      Pattern.compile(
          "no way to start one|is not possible: |is not there|\\broot\\b|cgroup|toxiproxy-server");

  static List<GuideCommand> commands() throws IOException {
    return GuideCommands.all();
  }

  static Stream<GuideCommand> runs() throws IOException {
    return commands().stream()
        .filter(GuideCommand::complete)
        .filter(command -> !command.arguments().contains(SERVICE))
        .filter(command -> FILES.stream().noneMatch(command.toString()::contains))
        .filter(command -> isPlanned(command.arguments().getFirst()));
  }

  private static boolean isPlanned(String first) {
    return first.startsWith("-") || Set.of("run", "plan", "find", "suite").contains(first);
  }

  @Test
  void thePagesHaveCommandsOfEveryKind() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(100);
    assertThat(commands())
        .extracting(command -> command.arguments().getFirst())
        .contains("-db", "compare", "report", "find", "suite", "history", "serve", "cluster");
    assertThat(runs()).hasSizeGreaterThan(60);
    assertThat(GuideCommands.of(GuideCommands.TUTORIAL)).hasSizeGreaterThan(5);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theCommandLineAcceptsIt(GuideCommand command) {
    assertThatCode(() -> parse(command.arguments())).doesNotThrowAnyException();
  }

  @Test
  void anUnknownFlagIsNoticed() {
    assertThatThrownBy(() -> parse(List.of("compare", "--frobnicate", "results/A")))
        .isInstanceOf(CommandLine.ParameterException.class);
  }

  private static void parse(List<String> arguments) {
    Terminal terminal = new Terminal(System.out, System.err);
    new CommandLineApp(terminal, new StopSignal())
        .line(Set.copyOf(arguments))
        .parseArgs(arguments.toArray(String[]::new));
  }

  /** A machine may lack servers, files or rights; nothing else may be wrong with the settings. */
  @ParameterizedTest
  @MethodSource("runs")
  void theRunIsPlanned(GuideCommand command) {
    KvbenchCommand plan = KvbenchCommand.run(plan(command.arguments()));
    if (plan.exitCode() != ExitCode.FINE) {
      assertThat(plan.err().lines().filter(line -> line.startsWith(" ")))
          .isNotEmpty()
          .allMatch(line -> LACKING.matcher(line).find());
    }
  }

  private static List<String> plan(List<String> arguments) {
    List<String> plan = new ArrayList<>(List.of("plan"));
    for (int at = isFlag(arguments.getFirst()) ? 0 : 1; at < arguments.size(); at++) {
      String argument = arguments.get(at);
      Integer values = NOT_OF_PLANS.get(argument);
      if (values != null) {
        at += values;
      } else {
        plan.add(argument);
      }
    }
    if (arguments.getFirst().equals("suite")) {
      plan.add(1, "--suite");
    }
    return plan;
  }

  private static boolean isFlag(String argument) {
    return argument.startsWith("-");
  }
}
