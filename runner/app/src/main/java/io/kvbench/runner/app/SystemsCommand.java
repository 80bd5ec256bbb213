package io.kvbench.runner.app;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code kvbench systems}: says what can be put under load here, and why something cannot. */
@Command(
    name = "systems",
    mixinStandardHelpOptions = true,
    description =
        "Lists the systems that can be put under load, what they can do, and what is missing here.",
    footerHeading = "%nExample:%n",
    footer = "  kvbench systems")
final class SystemsCommand implements Callable<Integer> {
  private final Bindings bindings;
  private final Clusters clusters;
  private final Terminal terminal;

  SystemsCommand(Bindings bindings, Clusters clusters, Terminal terminal) {
    this.bindings = bindings;
    this.clusters = clusters;
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    bindings.all().forEach(this::print);
    return ExitCode.FINE;
  }

  private void print(Bindings.Reachable reachable) {
    SystemDescriptor system = reachable.system();
    PrintWriter out = terminal.out();
    out.println("-db " + system.name() + "    " + system.title());
    out.println("    does:     " + capabilities(system));
    Arrays.stream(Capability.values())
        .filter(capability -> !system.capabilities().contains(capability))
        .forEach(
            capability ->
                out.println("    does not: " + capability.title() + reason(system, capability)));
    out.println("    servers:  " + servers(reachable));
    system.notes().forEach(note -> out.println("    note:     " + note));
    reachable.provider().note(system).ifPresent(note -> out.println("    note:     " + note));
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
      return "none, it lives inside kvbench";
    }
    Problems problems = new Problems();
    Settings defaults = Settings.resolve(new Assignments(), clusters.settings(), problems);
    clusters.check(reachable.servers(List.of(), defaults), problems);
    return problems.isEmpty()
        ? "yours (-p endpoints=host:port,...), or kvbench starts its own here"
        : "yours (-p endpoints=host:port,...); kvbench cannot start its own here: "
            + problems.list().getFirst().message();
  }
}
