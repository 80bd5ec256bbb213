package io.kvbench.core.engine;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.measure.ClientRecorder;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.core.workload.WatcherPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The watchers of a phase, which are opened before its first request, and their deliveries.
 * Thread-safe once opened.
 */
final class Watchers implements PhaseState.WatchedWrites, AutoCloseable {
  /** The max number of concurrent openings. */
  private static final int MOST_OPENING = 1000;

  /** Without a further one opened for this long, opening is cancelled. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The writes kept for all targets together, after delivery to all their watchers. */
  private static final int KEPT = 100_000;

  /** The deliveries awaited for all targets together, before the oldest write is dropped. */
  private static final long MOST_AWAITED = 40_000_000;

  private static final int MOST_OPEN_OF_ONE = 100_000;
  private static final int MOST_KEPT_OF_ONE = 1024;
  private static final int LEAST_KEPT_OF_ONE = 8;

  private final PhaseState phase;
  private final StopSignal stop;
  private final IntervalListener listener;
  private final int total;
  private final long beganAt;
  private final Map<WatchTarget, Group> groups = new HashMap<>();
  private final @Nullable Group all;
  private final List<Watcher> open = new ArrayList<>();
  private final AtomicLong opened = new AtomicLong();
  private final AtomicLong interruptions = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private final DrainTally drained = new DrainTally();
  private volatile Optional<String> problem = Optional.empty();
  private volatile boolean closed;
  private long toldAt;

  private Watchers(PhaseState phase, WatcherPlan plan, StopSignal stop, IntervalListener listener) {
    this.phase = phase;
    this.stop = stop;
    this.listener = listener;
    total = plan.targets().size() * plan.perTarget();
    beganAt = phase.clock.nanos();
    toldAt = beganAt;
    int kept = Math.clamp(KEPT / plan.targets().size(), LEAST_KEPT_OF_ONE, MOST_KEPT_OF_ONE);
    int mostOpen =
        (int) Math.clamp(MOST_AWAITED / Math.max(1, total), kept, (long) MOST_OPEN_OF_ONE);
    for (WatchTarget target : plan.targets()) {
      groups.put(target, new Group(target, plan.perTarget(), kept, mostOpen));
    }
    all = groups.get(new WatchTarget.All());
  }

  /**
   * Opens the watchers of a phase and waits until all of them watch, or the run is to stop.
   *
   * @param listener gets the progress, on this thread
   * @throws BindingException if one cannot be opened; none is open then
   */
  static Watchers open(
      WatcherPlan plan,
      Binding binding,
      PhaseState phase,
      StopSignal stop,
      IntervalListener listener)
      throws BindingException {
    Watchers watchers = new Watchers(phase, plan, stop, listener);
    try {
      watchers.openAll(plan, binding);
      return watchers;
    } catch (BindingException | RuntimeException e) {
      watchers.close();
      throw e;
    }
  }

  private void openAll(WatcherPlan plan, Binding binding) throws BindingException {
    for (int number = 0; number < plan.perTarget(); number++) {
      int stream = number;
      for (WatchTarget target : plan.targets()) {
        Group group = groups.get(target);
        if (stop.isGiven() || group == null) {
          return;
        }
        Watcher watcher =
            binding.watch(
                new WatcherRequest(
                    stream++ % plan.streams(),
                    target,
                    plan.once() && !(target instanceof WatchTarget.Group)),
                new One(group, number));
        open.add(watcher);
        if (watcher.coalesces()) {
          group.deliveries.coalesce();
        }
        awaitOpened(open.size() - MOST_OPENING);
      }
    }
    awaitOpened(open.size());
  }

  private void awaitOpened(long wanted) throws BindingException {
    long seen = opened.get();
    long since = phase.clock.nanos();
    while (!stop.isGiven() && !Thread.currentThread().isInterrupted()) {
      if (problem.isPresent()) {
        throw new BindingException("A watcher could not be opened: " + problem.get());
      }
      if (seen >= wanted) {
        return;
      }
      phase.clock.parkUntil(phase.clock.nanos() + LOOK_NANOS);
      long now = phase.clock.nanos();
      tell(now);
      if (opened.get() > seen) {
        seen = opened.get();
        since = now;
      } else if (now - since > PATIENCE_NANOS) {
        throw new BindingException(
            "%d of %d watchers did not open within %d s; reduce their number."
                .formatted(
                    open.size() - seen,
                    open.size(),
                    TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS)));
      }
    }
  }

  private void tell(long now) {
    if (now - toldAt >= TELL_NANOS) {
      toldAt = now;
      listener.waiting("opening watchers", opened.get(), total, now - beganAt);
    }
  }

  @Override
  public void acknowledged(WatchTarget target, long version, Deliveries.Write write) {
    Group group = group(target);
    if (group != null) {
      group.deliveries.acknowledged(version, version, write);
    }
  }

  @Override
  public void acknowledged(WatchTarget target, Value value, Deliveries.Write write) {
    Group group = group(target);
    if (group != null) {
      group.deliveries.acknowledged(
          Deliveries.identity(value.toByteBuffer()), Deliveries.NOT_KNOWN, write);
    }
  }

  private @Nullable Group group(WatchTarget target) {
    Group own = groups.get(target);
    return own == null && target instanceof WatchTarget.Single ? all : own;
  }

  /** Returns how many deliveries there have been. */
  long delivered() {
    return groups.values().stream().mapToLong(group -> group.deliveries.delivered()).sum();
  }

  /** Returns how many deliveries of acknowledged writes are expected. */
  long expected() {
    return groups.values().stream().mapToLong(group -> group.deliveries.expected()).sum();
  }

  /** Returns whether all acknowledged writes have been delivered. */
  boolean isSettled() {
    return groups.values().stream().allMatch(group -> group.deliveries.isSettled());
  }

  /**
   * Returns the counts.
   *
   * @param waited whether missing deliveries are lost, rather than not waited for
   */
  DeliveryCounts counts(boolean waited) {
    DeliveryCounts none =
        new DeliveryCounts(
            0,
            0,
            0,
            0,
            0,
            0,
            interruptions.get(),
            failures.get(),
            OptionalLong.of(0),
            Optional.empty());
    return groups.values().stream()
        .map(group -> group.deliveries.close(waited))
        .reduce(none, DeliveryCounts::plus);
  }

  /** Returns what was delivered after the end of sending; valid after {@link #counts}. */
  DrainTally drained() {
    return drained;
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(Watcher::close);
    open.clear();
  }

  /** A target, its deliveries and the recorders of their times. */
  private final class Group implements Deliveries.DeliveryTimeListener {
    private final Deliveries deliveries;
    private final ClientRecorder recorder;

    Group(WatchTarget target, int watchers, int kept, int mostOpen) {
      recorder = phase.recorder.client(groups.size());
      String name =
          switch (target) {
            case WatchTarget.All() -> "all records";
            case WatchTarget.Single(Key key) -> key.toString();
            case WatchTarget.Group(Key key) -> key.toString();
          };
      deliveries = new Deliveries(name, watchers, kept, mostOpen, this);
    }

    @Override
    public void delivered(Deliveries.Write write, long nanos) {
      long done = nanos - phase.startNanos();
      long response = nanos - write.intended();
      recorder.record(
          OperationType.WATCH_DELIVERY, Outcome.OK, done, response, nanos - write.sent());
      long lag = Math.max(0, nanos - write.acknowledged());
      recorder.record(OperationType.WATCH_LAG, Outcome.OK, done, lag, lag);
      if (nanos > phase.stopNanos()) {
        synchronized (drained) {
          drained.add(OperationType.WATCH_DELIVERY, Outcome.OK, response, 1);
          drained.add(OperationType.WATCH_LAG, Outcome.OK, lag, 1);
        }
      }
    }
  }

  /** One watcher; for the thread on which its binding calls it. */
  private final class One implements WatchListener {
    private final Group group;
    private final int number;
    private OperationType waitsFor = OperationType.WATCH_CREATE;
    private long since = phase.clock.nanos();
    private boolean waits = true;

    One(Group group, int number) {
      this.group = group;
      this.number = number;
    }

    @Override
    public void opened() {
      long now = phase.clock.nanos();
      if (!waits || closed) {
        return;
      }
      waits = false;
      span(waitsFor, Outcome.OK, now);
      if (waitsFor == OperationType.WATCH_CREATE) {
        opened.incrementAndGet();
      }
    }

    @Override
    public void changed(long version) {
      group.deliveries.delivered(number, version, version, phase.clock.nanos());
    }

    @Override
    public void changed(ByteBuffer value, long version) {
      long now = phase.clock.nanos();
      group.deliveries.delivered(number, Deliveries.identity(value), version, now);
    }

    @Override
    public void rearming() {
      pause(OperationType.WATCH_REARM);
    }

    @Override
    public void interrupted() {
      boolean known = waits && waitsFor == OperationType.WATCH_RESUME;
      if (!closed && !known) {
        interruptions.incrementAndGet();
        group.deliveries.interrupted(number);
      }
      pause(OperationType.WATCH_RESUME);
    }

    private void pause(OperationType kind) {
      if (!waits) {
        waits = true;
        waitsFor = kind;
        since = phase.clock.nanos();
      }
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      if (closed) {
        return;
      }
      failures.incrementAndGet();
      group.deliveries.interrupted(number);
      if (!waits) {
        since = phase.clock.nanos();
      }
      OperationType type =
          waits && waitsFor == OperationType.WATCH_CREATE
              ? OperationType.WATCH_CREATE
              : OperationType.WATCH_RESUME;
      if (type == OperationType.WATCH_CREATE) {
        problem = Optional.of(message);
      }
      phase.countError(type, kind, message);
      span(type, kind, phase.clock.nanos());
    }

    /** Before the phase has begun, spans are recorded at its beginning. */
    private void span(OperationType type, Status status, long now) {
      long nanos = now - since;
      boolean before = type == OperationType.WATCH_CREATE;
      phase.recorder.record(
          type, status, before ? nanos : now - phase.startNanos(), nanos, nanos, 1);
    }
  }
}
