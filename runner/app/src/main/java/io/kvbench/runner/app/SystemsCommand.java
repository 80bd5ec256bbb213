package io.kvbench.runner.app;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kvbench systems}: what each system supports, and whether kvbench can start it here. */
@Command(
    name = "systems",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the systems and what they support. With names: details of these systems, including",
      "why a feature is not supported and what is missing to start servers here."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  kvbench systems", "  kvbench systems etcd consul"})
final class SystemsCommand implements Callable<Integer> {
  private static final String ROW = "%-11s %-6s %-4s %-6s %-5s %-6s %-6s %-4s %-3s %-3s %-5s  %s";

  @Parameters(paramLabel = "NAME", arity = "0..*", description = "Systems to describe in full.")
  private List<String> names = new ArrayList<>();

  private final CommandLinePlanner planning;
  private final Bindings bindings;
  private final Clusters clusters;
  private final Terminal terminal;

  SystemsCommand(
      CommandLinePlanner planning, Bindings bindings, Clusters clusters, Terminal terminal) {
    this.planning = planning;
    this.bindings = bindings;
    this.clusters = clusters;
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    List<Bindings.Reachable> found =
        names.stream()
            .flatMap(name -> planning.system(name, "systems " + name, problems).stream())
            .toList();
    if (!problems.isEmpty()) {
      return CommandLineApp.refuse(terminal, problems);
    }
    if (names.isEmpty()) {
      table();
    } else {
      found.forEach(this::print);
    }
    return ExitCode.FINE;
  }

  private void table() {
    PrintWriter out = terminal.out();
    out.println(
        ROW.formatted(
            "SYSTEM", "INSERT", "READ", "LINEAR", "STALE", "UPDATE", "DELETE", "SCAN", "CAS", "TXN",
            "WATCH", "SERVERS"));
    for (Bindings.Reachable each : bindings.all()) {
      List<String> cells = new ArrayList<>(List.of(each.system().name()));
      for (Capability capability : Capability.values()) {
        cells.add(each.system().capabilities().contains(capability) ? "yes" : "-");
      }
      cells.add(
          each.system().local()
              ? "in-process"
              : obstacle(each).isEmpty() ? "started here" : "your own");
      out.println(ROW.formatted(cells.toArray()));
    }
    out.println();
    out.println(
        """
        READ: with the system's default consistency; LINEAR, STALE: linearizable and stale reads;
        CAS: compare-and-set; TXN: transactions. Every system also runs on your own servers
        (-p endpoints=host:port,...). Details: kvbench systems NAME\
        """);
  }

  private void print(Bindings.Reachable reachable) {
    SystemDescriptor system = reachable.system();
    PrintWriter out = terminal.out();
    out.println("-db " + system.name() + "    " + system.title());
    out.println("    supports:      " + capabilities(system));
    Arrays.stream(Capability.values())
        .filter(capability -> !system.capabilities().contains(capability))
        .forEach(
            capability ->
                out.println(
                    "    not supported: " + capability.title() + reason(system, capability)));
    out.println("    servers:       " + servers(reachable));
    system.notes().forEach(note -> out.println("    note:          " + note));
    reachable.provider().note(system).ifPresent(note -> out.println("    note:          " + note));
    out.println();
  }

  private static String capabilities(SystemDescriptor system) {
    return Arrays.stream(Capability.values())
        .filter(system.capabilities()::contains)
        .map(Capability::title)
        .collect(Collectors.joining(", "));
  }

  private static String reason(SystemDescriptor system, Capability capability) {
    String reason = system.reasons().get(capability);
    return reason == null ? "" : " - " + reason;
  }

  private String servers(Bindings.Reachable reachable) {
    if (reachable.system().local()) {
      return "none, it runs inside kvbench";
    }
    return "your own (-p endpoints=host:port,...)"
        + obstacle(reachable)
            .map(problem -> "; kvbench cannot start one here: " + problem)
            .orElse(", or started by kvbench");
  }

  private Optional<String> obstacle(Bindings.Reachable reachable) {
    Problems problems = new Problems();
    Settings defaults = Settings.resolve(new Assignments(), clusters.settings(), problems);
    clusters.check(reachable.servers(List.of(), defaults), problems);
    return problems.list().stream().findFirst().map(Problem::message);
  }
}
