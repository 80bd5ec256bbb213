package io.kvbench.runner.run.fault;

import java.time.Duration;
import java.util.Optional;

/** A change at a planned time of the run phase. */
public sealed interface Step permits Fault, NetworkStep {

  /** Returns when, from the start of the run phase. */
  Duration at();

  /** Returns the time between repetitions, which go on until the end of the phase. */
  default Optional<Duration> every() {
    return Optional.empty();
  }

  /** Returns after which time it is undone. */
  default Optional<Duration> lasting() {
    return Optional.empty();
  }

  /** Returns its kind in results, in capitals. */
  String kind();

  /** Returns what it is done to, or what becomes of it. */
  String target();
}
