package io.kvbench.runner.app;

import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.PropertyHint;
import io.kvbench.runner.run.WorkloadLookup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The replacement to suggest for a flag that does not exist: another flag, or a property. */
final class UnknownFlag {
  /** The flags of other load generators, and kvbench's equivalents. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "rate", "-target N",
          "rps", "-target N",
          "qps", "-target N",
          "thread", "-threads N",
          "concurrency", "-threads N");

  private UnknownFlag() {}

  /**
   * Returns a sentence with the flag and what to use, if there is anything like it.
   *
   * @param systems the names after {@code -db}
   */
  static Optional<String> advice(
      List<String> unmatched,
      CommandSpec command,
      Collection<String> properties,
      Collection<String> systems) {
    Optional<String> flag = unmatched.stream().filter(text -> text.startsWith("-")).findFirst();
    return flag.isPresent()
        ? flag.flatMap(
            each ->
                instead(each, command, properties)
                    .map(use -> "For '" + name(each) + "' use " + use + "."))
        : ofWords(unmatched, systems);
  }

  /** Other tools name the phase, the system and the workload without flags. */
  private static Optional<String> ofWords(List<String> words, Collection<String> systems) {
    List<String> flags =
        words.stream()
            .flatMap(
                word -> {
                  if (word.equals("load")) {
                    return Stream.of("-load");
                  } else if (systems.contains(word)) {
                    return Stream.of("-db " + word);
                  }
                  return WorkloadLookup.exists(word) ? Stream.of("-P " + word) : Stream.empty();
                })
            .toList();
    return words.isEmpty() || flags.size() < words.size()
        ? Optional.empty()
        : Optional.of("For '" + String.join(" ", words) + "' use " + String.join(" ", flags) + ".");
  }

  private static Optional<String> instead(
      String flag, CommandSpec command, Collection<String> properties) {
    String name = name(flag).replaceFirst("^-+", "");
    List<String> flags =
        command.optionsMap().keySet().stream().map(each -> each.replaceFirst("^-+", "")).toList();
    return Optional.ofNullable(ELSEWHERE.get(name))
        .or(() -> PropertyHint.elsewhere(name).map(use -> "-p " + use))
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
