package io.kvbench.bindings.memory;

import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.WatchTarget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The listeners to writes, by target. Guarded by the owner's lock. */
final class Watches {
  private static final WatchTarget ALL = new WatchTarget.All();

  private final Map<WatchTarget, List<Watch>> watches = new HashMap<>();

  /** One watcher. Compared by identity: a listener may have several. */
  private static final class Watch {
    private final WatchListener listener;
    private final boolean once;

    Watch(WatchListener listener, boolean once) {
      this.listener = listener;
      this.once = once;
    }

    void tell(long version) {
      listener.changed(version);
      if (once) {
        listener.rearming();
        listener.opened();
      }
    }
  }

  boolean isEmpty() {
    return watches.isEmpty();
  }

  /** Adds a listener; the result removes it. */
  Runnable add(WatcherRequest request, WatchListener listener) {
    Watch watch = new Watch(listener, request.once());
    WatchTarget target = request.target();
    watches.computeIfAbsent(target, unknown -> new CopyOnWriteArrayList<>()).add(watch);
    return () ->
        watches.computeIfPresent(
            target,
            (same, those) -> {
              those.remove(watch);
              return those.isEmpty() ? null : those;
            });
  }

  /** Reports a write to all watchers of the record. */
  void tell(Key key, long version) {
    tell(watches.get(new WatchTarget.Single(key)), version);
    tell(watches.get(ALL), version);
  }

  private static void tell(@Nullable List<Watch> those, long version) {
    if (those != null) {
      those.forEach(watch -> watch.tell(version));
    }
  }
}
