package io.kvbench.runner.run.find;

import io.kvbench.core.search.Bounds;
import io.kvbench.results.format.FindResult;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A search strategy: it chooses the next probe from the outcomes of those before. For one thread.
 */
interface Strategy {

  /** Returns what to probe next; empty at the end. */
  Optional<Load> next();

  /** Takes a probe that counts. */
  void add(Load load, FindResult.Probe probe);

  /**
   * Adds a probe that the client limited; returns whether the search continues, with the same load
   * or another.
   */
  boolean addLimited(Load load);

  /** Returns where the answer is, as far as it is known. */
  Bounds estimate();

  /** Returns the interval that is reported. */
  Bounds bounds();

  /** Returns whether that is what was asked for. */
  boolean isFound();

  /** Returns how the interval is found, with the source of the method. */
  String method();

  OptionalDouble confidence();

  double precision();

  /** Returns the throughput of the closed loop that came first. */
  OptionalDouble capacity();
}
