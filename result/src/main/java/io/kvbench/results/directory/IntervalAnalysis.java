package io.kvbench.results.directory;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import java.util.Map;

/**
 * A computation over the response times of a run, fed while its directory is read: the histograms
 * of an hour fit in no memory.
 *
 * @param <T> its result, which {@link StoredRun#get} returns
 */
@FunctionalInterface
public interface IntervalAnalysis<T> {
  /** Starts the computation over a run, of which all but histograms has been read. */
  Pass<T> begin(StoredRun run);

  /** A pass over the intervals of a run. For one thread. */
  interface Pass<T> {
    /**
     * Takes the next interval in which operations were answered OK.
     *
     * @param times their response times by type, composites included; valid during the call
     * @param primary the sum of those of {@linkplain io.kvbench.results.format.PrimaryOperations
     *     primary operations}
     */
    void interval(
        StoredInterval interval, Map<OperationType, TimeHistogram> times, TimeHistogram primary);

    T finish();
  }
}
