package io.kvbench.results.format;

import java.util.Optional;

/**
 * A threshold that the user has set, and whether the run kept it.
 *
 * @param text as the user gave it, such as {@code INSERT.response.p99<20ms}
 * @param observed what was seen, in words: {@code INSERT.response.p99 is 31.2 ms, not below 20 ms}
 * @param met whether it was kept; one that cannot be judged for want of operations was not
 * @param endedRun true if the run was ended early because it was broken; else empty
 */
public record SloResult(String text, String observed, boolean met, Optional<Boolean> endedRun) {
  public SloResult ended() {
    return new SloResult(text, observed, met, Optional.of(true));
  }
}
