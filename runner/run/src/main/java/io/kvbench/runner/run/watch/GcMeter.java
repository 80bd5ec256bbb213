package io.kvbench.runner.run.watch;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.ClientCondition.Pause;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.LongAccumulator;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * A meter of the garbage collections that stopped every thread since its creation. Their number and
 * their sum are the collectors' own (which they keep in nanoseconds and report in milliseconds);
 * the longest is the longest of those in their notifications, to the millisecond.
 */
final class GcMeter implements AutoCloseable {
  /** ZGC and Shenandoah count their concurrent work in beans of its own, which is no pause. */
  private static final String CONCURRENT = "Cycles";

  private static final long JVM_STARTED = ManagementFactory.getRuntimeMXBean().getStartTime();

  private final List<Collector> collectors;

  /** A collection, with its number. */
  private record Collection(long number, Pause pause) {}

  GcMeter(List<GarbageCollectorMXBean> beans) {
    collectors =
        beans.stream()
            .filter(bean -> !bean.getName().endsWith(CONCURRENT))
            .map(Collector::new)
            .toList();
  }

  long pauses() {
    return collectors.stream().mapToLong(Collector::pauses).sum();
  }

  long pauseNanos() {
    return collectors.stream().mapToLong(Collector::pauseMillis).sum() * 1_000_000;
  }

  /** Never more than {@link #pauseNanos()}, whichever way the milliseconds were rounded. */
  long longestPauseNanos() {
    long millis = collectors.stream().mapToLong(Collector::longestMillis).max().orElse(0);
    return Math.min(millis * 1_000_000, pauseNanos());
  }

  /** Returns the longest of those that collectors notified of, in order. */
  List<Pause> longestPauses() {
    return collectors.stream()
        .flatMap(collector -> collector.longestPauses().stream())
        .sorted(Comparator.comparingLong(Pause::nanos).reversed())
        .limit(ClientCondition.MOST_PAUSES)
        .sorted(Comparator.comparing(Pause::at))
        .toList();
  }

  @Override
  public void close() {
    collectors.forEach(Collector::close);
  }

  /** A collector, with its counters at the start. */
  private static final class Collector {
    private final GarbageCollectorMXBean bean;
    private final long pausesBefore;
    private final long millisBefore;
    private final LongAccumulator longest = new LongAccumulator(Math::max, 0);

    /** The shortest one first, since that is the one to go. */
    private final PriorityQueue<Collection> pauses =
        new PriorityQueue<>(Comparator.comparingLong(each -> each.pause.nanos()));

    private final NotificationListener listener = this::notified;

    Collector(GarbageCollectorMXBean bean) {
      this.bean = bean;
      pausesBefore = bean.getCollectionCount();
      millisBefore = bean.getCollectionTime();
      if (bean instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(listener, null, null);
      }
    }

    long pauses() {
      return Math.max(0, bean.getCollectionCount() - pausesBefore);
    }

    long pauseMillis() {
      return Math.max(0, bean.getCollectionTime() - millisBefore);
    }

    /** Notifications come a moment late, so the last collection is asked for besides. */
    long longestMillis() {
      if (bean instanceof com.sun.management.GarbageCollectorMXBean hotspot) {
        GcInfo last = hotspot.getLastGcInfo();
        if (last != null) {
          seen(last);
        }
      }
      return longest.get();
    }

    /** Asks for the last collection as well, as above. */
    List<Pause> longestPauses() {
      longestMillis();
      synchronized (pauses) {
        return pauses.stream().map(Collection::pause).toList();
      }
    }

    private void notified(Notification notification, Object handback) {
      if (notification.getUserData() instanceof CompositeData collection
          && notification
              .getType()
              .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
        seen(GarbageCollectionNotificationInfo.from(collection).getGcInfo());
      }
    }

    /** Collections are numbered, so a late notification of an earlier one is recognized. */
    private void seen(GcInfo collection) {
      if (collection.getId() > pausesBefore) {
        longest.accumulate(collection.getDuration());
        long nanos = collection.getDuration() * 1_000_000;
        if (nanos >= Pause.LEAST_NANOS) {
          Instant at = Instant.ofEpochMilli(JVM_STARTED + collection.getStartTime());
          keep(new Collection(collection.getId(), new Pause(at, nanos)));
        }
      }
    }

    private void keep(Collection next) {
      synchronized (pauses) {
        if (pauses.stream().noneMatch(each -> each.number == next.number)) {
          pauses.add(next);
        }
        if (pauses.size() > ClientCondition.MOST_PAUSES) {
          pauses.remove();
        }
      }
    }

    void close() {
      if (bean instanceof NotificationEmitter emitter) {
        try {
          emitter.removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
          // Closed already.
        }
      }
    }
  }
}
