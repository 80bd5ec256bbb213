package io.kvbench.core.workload;

import io.kvbench.core.operation.WatchTarget;
import java.util.List;

/**
 * The watchers of a phase.
 *
 * @param targets the targets, at least one
 * @param perTarget the number of watchers of each target
 * @param streams the number of streams over which they are distributed in turn
 * @param once whether they use one-shot watches
 */
public record WatcherPlan(List<WatchTarget> targets, int perTarget, int streams, boolean once) {
  public WatcherPlan {
    targets = List.copyOf(targets);
  }
}
