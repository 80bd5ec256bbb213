package io.kvbench.runner.run.find;

import io.kvbench.core.search.Bounds;
import io.kvbench.results.format.FindResult;
import java.time.Duration;

/** A listener for the progress of a search, called by the thread of the run. */
public interface FindListener {
  /**
   * A probe is about to begin.
   *
   * @param number from 1
   * @param load what it sends
   * @param estimate where the answer is, as far as it is known
   * @param left the time after which the search ends at the latest
   */
  void probing(int number, Load load, Bounds estimate, Duration left);

  /** A probe has ended; {@code soFar} is the search up to now. */
  void probed(FindResult.Probe probe, FindResult soFar);
}
