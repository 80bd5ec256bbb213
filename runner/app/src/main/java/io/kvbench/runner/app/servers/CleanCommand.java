package io.kvbench.runner.app.servers;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.KeySpace;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.options.RunOptions;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.runner.run.Interruption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code kvbench clean}, which deletes kvbench's records from persistent servers. */
@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Removes kvbench's keys from servers that are running.",
      "These are the keys below its prefix: records, and what locks, elections, leases and groups"
          + " have left. It asks first, and touches no other keys."
    })
public final class CleanCommand extends ContextCommand {
  @Option(
      names = {"-db", "--system"},
      paramLabel = "SYSTEM",
      description = "System to clean; 'kvbench systems' lists them.")
  private @Nullable String system;

  @Option(
      names = {"-P", "--workload"},
      paramLabel = "FILE",
      description = "Workload file with settings. May be repeated.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = {"-p", "--property"},
      paramLabel = "NAME=VALUE",
      description = "Property, such as endpoints and the prefix of the runs. May be repeated.")
  private List<String> properties = new ArrayList<>();

  @Option(names = "--dry-run", description = "Count the keys and remove none.")
  private boolean dryRun;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  @Option(
      names = "--whole-store",
      description =
          "Allow an empty prefix, which covers all keys of the store, with those of other"
              + " programs.")
  private boolean wholeStore;

  public CleanCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    Settings given = planning.settings(RunOptions.of(files, properties), problems);
    Optional<Reachable> found = planning.system(system, problems);
    if (found.isEmpty()) {
      return terminal.refuse(problems);
    }
    Settings settings = given.redeclared(found.get().system().settings(), problems);
    SystemDescriptor asked = found.get().provider().with(found.get().system(), settings);
    check(found.get(), asked, settings, problems);
    return problems.isEmpty() ? clean(found.get(), asked, settings) : terminal.refuse(problems);
  }

  private void check(
      Reachable reachable, SystemDescriptor asked, Settings settings, Problems problems) {
    List<String> endpoints = endpoints(settings);
    if (asked.local()) {
      problems.add("-db " + asked.name(), "runs inside kvbench: its records end with the run.");
    } else if (endpoints.isEmpty()) {
      problems.add(
          "-p endpoints",
          "missing: specify the servers to clean. The files of servers that kvbench has started go"
              + " with 'kvbench cluster down --purge'.");
    }
    reachable.provider().check(asked, endpoints, settings, problems);
    if (dryRun && yes) {
      problems.add("--yes", "conflicts with --dry-run, which removes nothing; omit one of them.");
    }
    if (!dryRun && !yes && !terminal.canAsk()) {
      problems.add(
          "clean",
          "cannot ask whether to remove the keys, since standard input is not a terminal; add"
              + " --yes, or --dry-run to count them.");
    }
  }

  private static List<String> endpoints(Settings settings) {
    return settings.find(RunSettings.ENDPOINTS).orElse(List.of());
  }

  private int clean(Reachable reachable, SystemDescriptor asked, Settings settings) {
    KeySpaceDeletion removal = new KeySpaceDeletion(terminal, settings);
    try (Interruption untilStopped = new Interruption(stop)) {
      return connected(reachable, asked, settings, removal, untilStopped);
    } catch (BindingException e) {
      return terminal.fail(e.getMessage() + removal.sofar(), ExitCode.ENVIRONMENT);
    } catch (InterruptedException e) {
      return terminal.fail("interrupted." + removal.sofar(), ExitCode.INTERRUPTED);
    }
  }

  private int connected(
      Reachable reachable,
      SystemDescriptor asked,
      Settings settings,
      KeySpaceDeletion removal,
      Interruption untilStopped)
      throws BindingException, InterruptedException {
    BindingConfig config =
        new BindingConfig(
            endpoints(settings), 1, settings.get(RunSettings.CONNECT_TIMEOUT), settings);
    try (Binding binding = reachable.provider().open(asked, config);
        KeySpace space = binding.keySpace()) {
      int code = clean(asked, binding.servers(), space, removal);
      untilStopped.close();
      return code;
    }
  }

  private int clean(
      SystemDescriptor asked, List<ServerState> servers, KeySpace space, KeySpaceDeletion removal)
      throws BindingException, InterruptedException {
    long keys = space.count();
    describe(asked, servers, space, keys);
    if (dryRun || keys == 0) {
      terminal.out().println(keys == 0 ? "There is nothing to remove." : "Nothing was removed.");
      return ExitCode.FINE;
    }
    if (space.isWholeStore() && !wholeStore) {
      Problems problems = new Problems();
      problems.add(
          "clean",
          "the prefix is empty, which covers the whole store with the keys of other programs; set"
              + " the prefix that the runs had, or add --whole-store.");
      return terminal.refuse(problems);
    }
    if (!yes && !terminal.confirms("Remove " + Quantities.count(keys, "key") + "? [y/N] ")) {
      terminal.out().println("Nothing was removed.");
      return ExitCode.INTERRUPTED;
    }
    return removal.of(space, keys);
  }

  private void describe(
      SystemDescriptor asked, List<ServerState> servers, KeySpace space, long keys) {
    String versions =
        String.join(
            ", ",
            servers.stream()
                .flatMap(server -> server.version().stream())
                .distinct()
                .map(version -> " " + version)
                .toList());
    terminal.out().println("System   " + asked.title() + versions);
    terminal
        .out()
        .println(
            "Servers  " + String.join(", ", servers.stream().map(ServerState::endpoint).toList()));
    List<String> areas = space.areas();
    terminal
        .out()
        .println(
            "Keys     "
                + Quantities.count(keys)
                + (space.isWholeStore()
                    ? " in the whole store"
                    : " below " + String.join(", ", areas)));
    terminal.out().flush();
  }
}
