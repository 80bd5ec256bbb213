package io.kvbench.runner.run.network;

import io.kvbench.core.setting.Durations;
import java.time.Duration;

/**
 * A delay of bytes on their way to a server and back, in whole milliseconds.
 *
 * @param fromServer the whole delay where the directions are not distinguished
 * @param apart whether each way has its own
 */
record Delay(long toServer, long fromServer, boolean apart) {
  static final String ACCEPTS =
      "whole milliseconds up to 10s, as in 100ms; to the server and back: 80ms,20ms";

  static final Delay NONE = new Delay(0, 0, false);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /**
   * Reads a delay as users write it.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static Delay parse(String text) {
    String[] ways = text.split(",", -1);
    Delay delay =
        switch (ways.length) {
          case 1 -> new Delay(0, millis(text), false);
          case 2 -> new Delay(millis(ways[0]), millis(ways[1]), true);
          default -> throw new IllegalArgumentException(text);
        };
    if (delay.millis() > LONGEST.toMillis()) {
      throw new IllegalArgumentException(text);
    }
    return delay;
  }

  private static long millis(String text) {
    Duration value = Durations.parse(text.strip());
    if (!value.equals(Duration.ofMillis(value.toMillis()))) {
      throw new IllegalArgumentException(text);
    }
    return value.toMillis();
  }

  /** Returns what it adds to a round trip. */
  long millis() {
    return toServer + fromServer;
  }

  long micros() {
    return millis() * 1_000;
  }
}
