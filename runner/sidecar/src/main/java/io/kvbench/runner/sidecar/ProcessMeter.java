package io.kvbench.runner.sidecar;

import java.util.Optional;

/** Looks at one process. For one thread. */
interface ProcessMeter {

  /** Returns what it does now; empty when it has ended. */
  Optional<ProcessReading> read();

  /** Makes meters. */
  interface Maker {
    ProcessMeter of(long pid);
  }
}
