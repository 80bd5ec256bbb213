package io.kvbench.runner.app;

import io.kvbench.core.setting.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** What to use in place of a flag that does not exist: another flag, or a property. */
final class UnknownFlag {
  private static final String TIME = "-p maxexecutiontime=60s";
  private static final String COUNT = "-p operationcount=100k";
  private static final String SERVERS = "-p endpoints=HOST:PORT";

  /** What other load generators call it. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("duration", TIME),
          Map.entry("time", TIME),
          Map.entry("runtime", TIME),
          Map.entry("requests", COUNT),
          Map.entry("operations", COUNT),
          Map.entry("ops", COUNT),
          Map.entry("total", COUNT),
          Map.entry("rate", "-target N"),
          Map.entry("rps", "-target N"),
          Map.entry("qps", "-target N"),
          Map.entry("thread", "-threads N"),
          Map.entry("hosts", SERVERS),
          Map.entry("servers", SERVERS),
          Map.entry("endpoint", SERVERS),
          Map.entry("nodes", "-p cluster.nodes=3"));

  private UnknownFlag() {}

  /** Returns a sentence with the flag and what to use, if there is anything like it. */
  static Optional<String> advice(
      List<String> unmatched, CommandSpec command, Collection<String> properties) {
    return unmatched.stream()
        .filter(text -> text.startsWith("-"))
        .findFirst()
        .flatMap(
            flag ->
                instead(flag, command, properties)
                    .map(use -> "For '" + name(flag) + "' use " + use + "."));
  }

  private static Optional<String> instead(
      String flag, CommandSpec command, Collection<String> properties) {
    String name = name(flag).replaceFirst("^-+", "");
    List<String> flags =
        command.optionsMap().keySet().stream().map(each -> each.replaceFirst("^-+", "")).toList();
    return Optional.ofNullable(ELSEWHERE.get(name))
        .or(() -> Nearest.to(name, flags).flatMap(near -> option(near, command)))
        .or(() -> Nearest.to(name, properties).map(near -> "-p " + near + "=VALUE"));
  }

  private static Optional<String> option(String name, CommandSpec command) {
    return command.optionsMap().keySet().stream()
        .filter(each -> each.replaceFirst("^-+", "").equals(name))
        .findFirst();
  }

  /** The flag without a value: that may be a secret. */
  private static String name(String flag) {
    return flag.replaceFirst("=.*", "");
  }
}
