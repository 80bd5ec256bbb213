package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.engine.PhaseRunner;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.MergedIntervals;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.MixResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A phase of mixes that run side by side over one binding: a {@link PhaseRunner} on a thread for
 * each, which start together, as the agents of a run do on their machines, and whose intervals and
 * measurements are merged like theirs. If one is interrupted or finds the store unavailable, all
 * end. For one phase.
 */
final class SideBySidePhase {
  private final LoadModel.SideBySide mixes;
  private final List<LoadModel.Lane> lanes;
  private final Binding binding;
  private final IntFunction<PhaseRunner> runners;
  private final IntervalListener listener;
  private final MixListener mixListener;
  private final MergedIntervals intervals;
  private final CountDownLatch ready;
  private final CountDownLatch letGo = new CountDownLatch(1);
  private final StopSignal stop = new StopSignal();
  private final List<@Nullable PhaseMeasurement> measured = new ArrayList<>();
  private @Nullable Throwable failure;
  private boolean began;
  private int over;

  /** A listener for every interval of each mix. */
  @FunctionalInterface
  interface MixListener {
    /**
     * Takes an interval that has just ended, by one thread at a time.
     *
     * @param lane which mix, by the order of the plan
     */
    void ended(int lane, Interval interval);
  }

  /**
   * Prepares a phase.
   *
   * @param runners creates the runner of the lane with an index
   * @param interval the length of their intervals
   * @param listener receives the merged intervals, from one thread at a time
   * @param mixListener receives the intervals of each mix
   */
  SideBySidePhase(
      LoadModel.SideBySide mixes,
      Binding binding,
      IntFunction<PhaseRunner> runners,
      Duration interval,
      IntervalListener listener,
      MixListener mixListener) {
    this.mixes = mixes;
    lanes = mixes.lanes();
    this.binding = binding;
    this.runners = runners;
    this.listener = listener;
    this.mixListener = mixListener;
    intervals = new MergedIntervals(lanes.size(), interval.toNanos());
    ready = new CountDownLatch(lanes.size());
    lanes.forEach(lane -> measured.add(null));
  }

  /**
   * Carries the phase out.
   *
   * @param sources of each lane
   * @throws BindingException if a session could not be opened
   */
  PhaseMeasurement run(List<IntFunction<RequestSource>> sources, StopSignal from)
      throws BindingException {
    Runnable forward = stop::give;
    from.listen(forward);
    try {
      List<Thread> threads = new ArrayList<>();
      for (int lane = 0; lane < lanes.size(); lane++) {
        int index = lane;
        threads.add(
            Thread.ofPlatform()
                .daemon()
                .name("mix-" + lanes.get(lane).mix())
                .start(() -> run(index, sources.get(index))));
      }
      letGo();
      join(threads);
    } finally {
      from.forget(forward);
    }
    return measurement();
  }

  /**
   * Lets the lanes begin when all of them are ready. An interruption is kept for the join that
   * follows.
   */
  private void letGo() {
    try {
      ready.await();
      listener.ready();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      letGo.countDown();
    }
  }

  private void join(List<Thread> threads) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
          stop.give();
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(int lane, IntFunction<RequestSource> sources) {
    PhasePlan plan = lanes.get(lane).phase();
    try {
      PhaseMeasurement result =
          runners
              .apply(lane)
              .run(
                  plan,
                  binding,
                  client -> mixes.number(lane, client),
                  sources,
                  stop,
                  new Merging(lane));
      ended(lane, result);
      if (result.end() != PhaseEnd.PLANNED) {
        stop.give();
      }
    } catch (BindingException | RuntimeException | Error e) {
      failed(e);
    } finally {
      ready.countDown(); // A lane that failed before it was ready must not block the others.
    }
  }

  private synchronized void ended(int lane, PhaseMeasurement result) {
    measured.set(lane, result);
    intervals.ended(lane).forEach(listener::ended);
  }

  private synchronized void failed(Throwable problem) {
    if (failure == null) {
      failure = problem;
    } else {
      failure.addSuppressed(problem);
    }
    stop.give();
  }

  private synchronized PhaseMeasurement measurement() throws BindingException {
    switch (failure) {
      case null -> {}
      case BindingException problem -> throw problem;
      case RuntimeException defect -> throw defect;
      case Error defect -> throw defect;
      default -> throw new IllegalStateException(failure);
    }
    return intervals.measurement(measured.stream().map(Optional::ofNullable).toList());
  }

  /**
   * Returns what each mix measured.
   *
   * @param actual the phase with the schedules that it really had
   */
  synchronized List<MixResult> results(PhasePlan actual) {
    List<MixResult> results = new ArrayList<>();
    for (int lane = 0; lane < lanes.size(); lane++) {
      PhaseMeasurement result = measured.get(lane);
      if (result != null) {
        results.add(
            new MixResult(
                lanes.get(lane).mix(),
                PhaseResult.of(actual.lanes().get(lane).phase(), 0, 0, result, Optional.empty())));
      }
    }
    return results;
  }

  private synchronized void began(long nanos, Instant startedAt) {
    if (!began) {
      began = true;
      listener.began(nanos, startedAt);
    }
  }

  /** Told when the last lane is over. */
  private synchronized void over() {
    over++;
    if (over == lanes.size()) {
      listener.over();
    }
  }

  private synchronized void waiting(String what, long done, long all, long nanos) {
    listener.waiting(what, done, all, nanos);
  }

  private synchronized void ended(int lane, Interval interval) {
    mixListener.ended(lane, interval);
    intervals.add(lane, interval).forEach(listener::ended);
  }

  /** A listener that starts the lanes together and merges their intervals. */
  private final class Merging implements IntervalListener {
    private final int lane;

    Merging(int lane) {
      this.lane = lane;
    }

    @Override
    public void waiting(String what, long done, long all, long nanos) {
      SideBySidePhase.this.waiting(what, done, all, nanos);
    }

    @Override
    public void ready() {
      ready.countDown();
      try {
        letGo.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void began(long nanos, Instant startedAt) {
      SideBySidePhase.this.began(nanos, startedAt);
    }

    @Override
    public void over() {
      SideBySidePhase.this.over();
    }

    @Override
    public void ended(Interval interval) {
      SideBySidePhase.this.ended(lane, interval);
    }
  }
}
