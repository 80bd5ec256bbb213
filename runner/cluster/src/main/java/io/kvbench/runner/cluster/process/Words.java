package io.kvbench.runner.cluster.process;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Command lines in one text. */
final class Words {
  private static final Pattern SPACES = Pattern.compile("\\s+");

  private Words() {}

  /** Returns what spaces separate. */
  static List<String> of(Optional<String> text) {
    return text.stream().flatMap(SPACES::splitAsStream).filter(word -> !word.isEmpty()).toList();
  }
}
