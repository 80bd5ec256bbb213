package io.kvbench.runner.app.run;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.reports.text.Page;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.options.Plugins;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.run.Bindings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command {@code kvbench systems}, which lists what each system supports, and whether kvbench
 * can start it here.
 */
@Command(
    name = "systems",
    mixinStandardHelpOptions = true,
    modelTransformer = ContextCommand.WithoutProfile.class,
    description = {
      "Lists the systems and what they support.",
      "With names: details, such as why a feature is not supported and what is missing to start"
          + " servers here."
    })
public final class SystemsCommand extends ContextCommand {
  private static final String ROW =
      "%-10s %-6s %-4s %-6s %-5s %-6s %-6s %-4s %-3s %-5s %-3s %-5s %-4s %-5s %s";

  /** The columns of the table; the details have all capabilities. */
  private static final Map<String, Capability> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("INSERT", Capability.INSERT);
    COLUMNS.put("READ", Capability.READ_DEFAULT);
    COLUMNS.put("LINEAR", Capability.READ_LINEARIZABLE);
    COLUMNS.put("STALE", Capability.READ_STALE);
    COLUMNS.put("UPDATE", Capability.UPDATE);
    COLUMNS.put("DELETE", Capability.DELETE);
    COLUMNS.put("SCAN", Capability.SCAN);
    COLUMNS.put("CAS", Capability.COMPARE_AND_SET);
    COLUMNS.put("RANGE", Capability.RANGE_ALL);
    COLUMNS.put("TXN", Capability.TRANSACTION);
    COLUMNS.put("WATCH", Capability.WATCH);
    COLUMNS.put("LOCK", Capability.LOCK);
    COLUMNS.put("LEASE", Capability.LEASE);
  }

  @Parameters(paramLabel = "NAME", arity = "0..*", description = "Systems to describe in full.")
  private List<String> names = new ArrayList<>();

  public SystemsCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    List<Bindings.Reachable> found =
        names.stream()
            .flatMap(name -> planning.system(name, "systems " + name, problems).stream())
            .toList();
    if (!problems.isEmpty()) {
      return terminal.refuse(problems);
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
    List<String> header = new ArrayList<>(List.of("SYSTEM"));
    header.addAll(COLUMNS.keySet());
    header.add("SERVERS");
    out.println(ROW.formatted(header.toArray()));
    for (Bindings.Reachable each : planning.bindings().all()) {
      List<String> cells = new ArrayList<>(List.of(each.system().name()));
      COLUMNS
          .values()
          .forEach(
              capability ->
                  cells.add(each.system().capabilities().contains(capability) ? "yes" : "-"));
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
        CAS: compare-and-set; RANGE: of all records; TXN: transactions. Every system also runs on
        your own servers (-p endpoints=host:port,...). Details: kvbench systems NAME\
        """);
    for (Bindings.Reachable each : planning.bindings().all()) {
      Plugins.jarOf(each.provider())
          .ifPresent(jar -> out.println(each.system().name() + " is a plug-in: " + jar));
    }
  }

  private void print(Bindings.Reachable reachable) {
    SystemDescriptor system = reachable.system();
    Page page = new Page(terminal.style());
    page.title("-db " + system.name(), system.title());
    page.field("supports", capabilities(system));
    lacking(system)
        .forEach(
            (reason, titles) -> page.field("not supported", String.join(", ", titles) + reason));
    page.field("read promises", promises(system));
    page.field("servers", servers(reachable));
    system.notes().forEach(note -> page.field("note", note));
    Plugins.jarOf(reachable.provider()).ifPresent(jar -> page.field("plug-in", jar.toString()));
    reachable.provider().note(system).ifPresent(note -> page.field("note", note));
    page.blank();
    terminal.out().print(page);
  }

  private static String capabilities(SystemDescriptor system) {
    return Arrays.stream(Capability.values())
        .filter(system.capabilities()::contains)
        .map(Capability::title)
        .collect(Collectors.joining(", "));
  }

  /** Returns what reads of each consistency return, in the form that the guide explains. */
  private static String promises(SystemDescriptor system) {
    return Arrays.stream(ReadConsistency.values())
        .map(
            consistency ->
                consistency.name().toLowerCase(Locale.ROOT)
                    + ": "
                    + system.promises().of(consistency).title())
        .collect(Collectors.joining("; "));
  }

  /** Returns what a system lacks, by the reason. */
  private static Map<String, List<String>> lacking(SystemDescriptor system) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (Capability capability : Capability.values()) {
      if (!system.capabilities().contains(capability)) {
        String reason = system.reasons().get(capability);
        byReason
            .computeIfAbsent(reason == null ? "" : " - " + reason, unknown -> new ArrayList<>())
            .add(capability.title());
      }
    }
    return byReason;
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
    Settings defaults =
        Settings.resolve(new Assignments(), planning.clusters().settings(), problems);
    planning.clusters().check(reachable.servers(List.of(), defaults), problems);
    return problems.list().stream().findFirst().map(Problem::message);
  }
}
