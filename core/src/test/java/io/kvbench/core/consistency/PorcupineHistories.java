package io.kvbench.core.consistency;

import io.kvbench.core.consistency.SmallHistory.Mix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Random histories as text, with both answers, for {@code docs/benchmarks/histories porcupine}.
 * Arguments: the file and the number of histories.
 */
final class PorcupineHistories {
  private PorcupineHistories() {}

  public static void main(String[] args) throws IOException {
    ConsistencyRules rules =
        ConsistencyRules.builder().threads(1).loadedKeys(Long.MAX_VALUE).build();
    Random random = new Random(7);
    List<String> lines = new ArrayList<>();
    for (int count = 0; count < Integer.parseInt(args[1]); count++) {
      SmallHistory history = SmallHistory.random(random, new Mix(true, count % 2 == 0, false));
      boolean holds = new ConsistencyCheck(rules).check(history.recorded()).holds();
      lines.add(
          "%d %d %s"
              .formatted(
                  history.isLinearizable() ? 1 : 0,
                  holds ? 1 : 0,
                  history.steps().stream()
                      .map(PorcupineHistories::text)
                      .collect(Collectors.joining(" "))));
    }
    Files.write(Path.of(args[0]), lines);
  }

  @SuppressWarnings("EnumOrdinal") // the numbers of the Go program
  private static String text(SmallHistory.Step step) {
    return "%d,%d,%d,%d,%d,%d"
        .formatted(
            step.kind().ordinal(),
            step.unknown() ? 1 : 0,
            step.begin(),
            step.end(),
            step.value(),
            step.expected());
  }
}
