package io.kvbench.core.workload;

import io.kvbench.core.operation.WatchTarget;
import java.util.List;

/**
 * The watchers of a phase.
 *
 * @param targets what they watch, at least one target
 * @param perTarget how many watchers each target has
 * @param streams over how many streams they are distributed in turn
 * @param once whether they use one-shot watches
 */
public record WatcherPlan(List<WatchTarget> targets, int perTarget, int streams, boolean once) {
  public WatcherPlan {
    targets = List.copyOf(targets);
  }
}
