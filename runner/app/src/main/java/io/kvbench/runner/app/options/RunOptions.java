package io.kvbench.runner.app.options;

import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.runner.distributed.LoadAgentSettings;
import io.kvbench.runner.run.Bindings;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/**
 * The flags that describe a run, with YCSB's names; shared by the commands that plan and that run.
 */
public final class RunOptions {
  /** Flags that are not properties, and their spelling. */
  private static final Map<String, String> FLAGS =
      Map.of("results", "--results DIR", "system", "-db SYSTEM");

  /** The system as a property, as YCSB's files may have it. */
  static final String SYSTEM = "db";

  /** The systems, for completion in a shell. */
  public static final class SystemNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Bindings.load().names().iterator();
    }
  }

  /** The options of where the clients run. */
  private static final class Machines {
    @Option(
        names = "--agents",
        paramLabel = "N|HOST,...",
        description =
            "Distribute the clients over N agents, processes on this machine, over one on each"
                + " host, started with SSH, or over pods of a Kubernetes cluster with kubernetes:N."
                + " Short for -p agents=; see also agents=external:N.")
    private @Nullable String agents;
  }

  @Option(
      names = {"-db", "--system"},
      paramLabel = "SYSTEM",
      defaultValue = "${env:KVBENCH_DB}",
      completionCandidates = SystemNames.class,
      description = "System to benchmark; 'kvbench systems' lists them.")
  private @Nullable String system;

  /** A system that {@code -db} names besides the one that the command names. */
  private @Nullable String other;

  @Option(
      names = {"-P", "--workload"},
      paramLabel = "FILE",
      defaultValue = "${env:KVBENCH_WORKLOAD}",
      description = {
        "Workload file, or the name of one in the jar.",
        "May be repeated; later files override earlier ones."
      })
  public List<String> files = new ArrayList<>();

  @Option(
      names = {"-p", "--property"},
      paramLabel = "NAME=VALUE",
      description = "Property; overrides the files. May be repeated.")
  public List<String> properties = new ArrayList<>();

  @Option(
      names = {"-threads", "--clients"},
      paramLabel = "N",
      description = "Number of concurrent clients: -p clients=N.")
  @Nullable String clients;

  @Option(
      names = {"-target", "--target"},
      paramLabel = "N",
      description = {
        "Requests per second, sent on schedule: -p target=N.",
        "Over all clients. For random arrivals, ramps and steps see"
            + " -p arrivals=poisson|ramp|steps."
      })
  public @Nullable String target;

  @ArgGroup(validate = false, order = 1, heading = "%nSeveral machines:%n")
  private Machines machines = new Machines();

  @Option(
      names = {"-load", "--load"},
      description = "Run the load phase only.")
  public boolean load;

  @Option(
      names = {"-t", "--run"},
      description = "Run the run phase only.")
  boolean transactions;

  @Option(
      names = {"-s", "--status"},
      description = "Status lines on standard error instead of a progress bar.")
  public boolean status;

  @Option(
      names = {"-l", "--label"},
      paramLabel = "TEXT",
      description = "Free-text label of this run: -p label=TEXT.")
  @Nullable String label;

  /** Returns options with files and properties only. */
  public static RunOptions of(List<String> files, List<String> properties) {
    RunOptions options = new RunOptions();
    options.files = files;
    options.properties = properties;
    return options;
  }

  /** Names the system instead of {@code -db}. */
  public void systemIs(String name) {
    if (system != null && !system.equals(name)) {
      other = system;
    }
    system = name;
  }

  /** Returns the system that the flags name: {@code -db}, or else the property. */
  public @Nullable String system() {
    String name = system;
    for (String property : system == null ? properties : List.<String>of()) {
      name = property.startsWith(SYSTEM + "=") ? property.substring(SYSTEM.length() + 1) : name;
    }
    return name;
  }

  /** Returns what -p and the other flags say, in the order of precedence. */
  public Assignments assignments(Problems problems) {
    Assignments given = new Assignments();
    for (String property : properties) {
      int equals = property.indexOf('=');
      if (equals < 1) {
        problems.add("-p " + beginning(property), "does not have the form name=value.");
      } else {
        String name = property.substring(0, equals).strip();
        if (FLAGS.containsKey(name)) {
          problems.add("-p " + name, "is not a property but a flag: use " + FLAGS.get(name) + ".");
          continue;
        }
        if (!name.equals(SYSTEM)) {
          given.add(name, property.substring(equals + 1), Origin.of("-p " + name));
        }
      }
    }
    if (other != null && !other.equals(System.getenv("KVBENCH_DB"))) {
      problems.add("-db " + other, "and '" + system + "' name two systems; omit one of them.");
    }
    add(given, "-threads", RunSettings.CLIENTS.name(), clients);
    add(given, "-target", RunSettings.TARGET.name(), target);
    add(given, "--agents", LoadAgentSettings.AGENTS.name(), machines.agents);
    add(given, "-l", "label", label);
    if (load && transactions) {
      problems.add(
          "-load",
          "and -t are mutually exclusive; without either, kvbench loads if necessary and then"
              + " runs.");
    } else if (load || transactions) {
      given.add(
          RunSettings.DO_TRANSACTIONS.name(),
          String.valueOf(transactions),
          Origin.of(load ? "-load" : "-t"));
    }
    return given;
  }

  /** Shows no more than could be a name: what follows may be a secret. */
  private static String beginning(String property) {
    return property.replaceFirst("[^A-Za-z0-9._-].*", "...");
  }

  private static void add(Assignments given, String flag, String name, @Nullable String text) {
    if (text != null) {
      given.add(name, text, Origin.of(flag));
    }
  }
}
