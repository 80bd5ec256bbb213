package io.kvbench.runner.sidecar;

import java.util.Optional;

/** A meter of one process. For one thread. */
interface ProcessMeter extends AutoCloseable {

  /** Returns what it does now; empty when it has ended. */
  Optional<ProcessReading> read();

  /** Lets go of what it keeps open. */
  @Override
  default void close() {}

  /** A factory of meters. */
  interface Maker {
    ProcessMeter of(long pid);
  }
}
