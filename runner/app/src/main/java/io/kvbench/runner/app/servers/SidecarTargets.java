package io.kvbench.runner.app.servers;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.sidecar.SidecarRequest;
import io.kvbench.runner.sidecar.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options that select the processes to watch. */
final class SidecarTargets {
  private static final int HIGHEST_PORT = 65_535;

  /** The characters allowed in the names of files and labels. */
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_-][\\p{L}\\p{N}._-]*");

  private static final Setting<Duration> EVERY = Setting.duration("--every", "Sampling interval.");

  @Option(
      names = "--pid",
      paramLabel = "[NAME=]PID",
      description = "Watch a process, by its PID, and its children. May be repeated.")
  private List<String> pids = new ArrayList<>();

  @Option(
      names = "--port",
      paramLabel = "[NAME=]PORT",
      description = "Watch the process that listens on a TCP port. May be repeated.")
  private List<String> ports = new ArrayList<>();

  @Option(
      names = "--name",
      paramLabel = "[NAME=]PROGRAM",
      description =
          "Watch the process of a program, or the JVM that runs a class. May be repeated.")
  private List<String> programs = new ArrayList<>();

  @Option(
      names = "--client",
      paramLabel = "PID",
      description = "Watch a process without its children, under the name 'client'.")
  private List<String> clients = new ArrayList<>();

  /** Returns the targets; the problems say what is wrong with the others. */
  List<Target> checked(Problems problems) {
    List<Target> targets = new ArrayList<>();
    for (String text : pids) {
      long pid = number("--pid", text, Integer.MAX_VALUE, problems);
      targets.add(new Target.ByPid(name(text), pid, false));
    }
    for (String text : ports) {
      int port = (int) number("--port", text, HIGHEST_PORT, problems);
      targets.add(new Target.ByPort(name(text), port));
    }
    for (String text : programs) {
      targets.add(new Target.ByProgram(name(text), value(text)));
    }
    for (String text : clients) {
      long pid = number("--client", text, Integer.MAX_VALUE, problems);
      targets.add(new Target.ByPid("client", pid, true));
    }
    checkNames("--pid", pids, problems);
    checkNames("--port", ports, problems);
    checkNames("--name", programs, problems);
    Set<String> names = new HashSet<>();
    targets.stream()
        .map(Target::name)
        .filter(name -> !names.add(name))
        .forEach(name -> problems.add(name, "duplicate target name; use another name before =."));
    return targets;
  }

  /** Returns the period, or the default one where the text is none. */
  static Duration period(String text, Problems problems) {
    try {
      Duration period = EVERY.parser().apply(text.strip());
      if (period.compareTo(SidecarRequest.SHORTEST) >= 0) {
        return period;
      }
      problems.add("--every", text + " is too short: the minimum is 100ms.");
    } catch (IllegalArgumentException e) {
      problems.add("--every", "invalid value " + text + "; expected " + EVERY.accepts() + ".");
    }
    return Duration.ofSeconds(1);
  }

  private static long number(String option, String text, long most, Problems problems) {
    try {
      long number = Long.parseLong(value(text));
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, like values out of range.
    }
    problems.add(option, value(text) + " is not a number from 1 to " + most + ".");
    return 1;
  }

  /** Programs may be called anything; names that are given may not. */
  private static void checkNames(String option, List<String> given, Problems problems) {
    for (String text : given) {
      int at = text.indexOf('=');
      if (at >= 0 && !NAME.matcher(text.substring(0, at)).matches()) {
        problems.add(
            option,
            text
                + " has no valid name before =; names consist of letters, digits, '.', '-' and"
                + " '_'.");
      }
      if (at < 0 && text.isBlank()) {
        problems.add(option, "has no target to watch.");
      }
    }
  }

  private static String name(String text) {
    int at = text.indexOf('=');
    return at > 0 ? text.substring(0, at) : text;
  }

  private static String value(String text) {
    return text.substring(text.indexOf('=') + 1).strip();
  }
}
