package io.kvbench.runner.sidecar;

import io.kvbench.results.host.ProcessFigures;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A target and the process that it is at the moment, if any. For one thread. */
final class WatchedTarget {
  private final Target target;
  private final TargetSearch search;
  private final ProcessMeter.Maker meters;
  private @Nullable ProcessTree tree;
  private long incarnation;

  /** Finds the target, which has to be there. */
  WatchedTarget(Target target, TargetSearch search, ProcessMeter.Maker meters)
      throws TargetException {
    this.target = target;
    this.search = search;
    this.meters = meters;
    watch(List.of(search.find(target)));
  }

  /** Watches processes that the caller has found. */
  WatchedTarget(String name, List<Long> pids, TargetSearch search, ProcessMeter.Maker meters) {
    this.target = new Target.ByPid(name, pids.getFirst(), false);
    this.search = search;
    this.meters = meters;
    watch(pids);
  }

  String name() {
    return target.name();
  }

  /** Watches other processes under the same name from now on. */
  void become(List<Long> pids) {
    incarnation++;
    watch(pids);
  }

  private void watch(List<Long> pids) {
    drop();
    ProcessTree watched = new ProcessTree(pids, meters);
    tree = watched;
    searchDescendants(watched, search.descendants());
  }

  private void searchDescendants(ProcessTree watched, Descendants descendants) {
    if (!(target instanceof Target.ByPid known && known.alone())) {
      watched.search(descendants);
    }
  }

  /** Adds descendants, or searches for the process itself where it had ended. */
  void search(Descendants descendants) {
    ProcessTree watched = tree;
    if (watched != null) {
      searchDescendants(watched, descendants);
    } else if (!(target instanceof Target.ByPid)) {
      try {
        become(List.of(search.find(target)));
      } catch (TargetException e) {
        // No process or several match: a gap until exactly one does.
      }
    }
  }

  /** Returns its figures; empty while it is not there. */
  Optional<ProcessFigures> read() {
    ProcessTree watched = tree;
    Optional<ProcessFigures> figures =
        watched == null ? Optional.empty() : watched.read(target.name(), incarnation);
    if (figures.isEmpty()) {
      drop();
    }
    return figures;
  }

  private void drop() {
    ProcessTree watched = tree;
    if (watched != null) {
      watched.close();
      tree = null;
    }
  }
}
