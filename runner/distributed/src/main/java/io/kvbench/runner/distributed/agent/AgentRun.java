package io.kvbench.runner.distributed.agent;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.engine.PhaseRunner;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.workload.check.AcknowledgedRecords;
import io.kvbench.core.workload.check.ValueCheck;
import io.kvbench.host.clock.ClockOffset;
import io.kvbench.results.directory.MeasurementCodec;
import io.kvbench.runner.distributed.message.Order;
import io.kvbench.runner.distributed.message.Report;
import io.kvbench.runner.run.PhaseSources;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.StoreConnections;
import io.kvbench.runner.run.StoreReadBack;
import io.kvbench.runner.run.hosts.SampleRelay;
import io.kvbench.runner.run.watch.ClientWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An agent's part of one run. Orders arrive on the agent's thread; a phase is executed on a
 * separate one, so that it can be stopped.
 */
final class AgentRun {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** The channel for reports. */
  @FunctionalInterface
  interface Reports {
    void send(Report report) throws IOException;
  }

  private final Reports reports;
  private final PlanFactory planning;
  private final NanoClock clock;
  private final List<String> sidecar;
  private final Path files;
  private final StopSignal all = new StopSignal();

  private @Nullable SampleRelay samples;
  private volatile @Nullable Own part;
  private volatile @Nullable Phase current;

  /**
   * @param sidecar what runs {@code kvbench sidecar}; empty to sample nothing
   * @param files where its log goes
   */
  AgentRun(
      Reports reports, PlanFactory planning, NanoClock clock, List<String> sidecar, Path files) {
    this.reports = reports;
    this.planning = planning;
    this.clock = clock;
    this.sidecar = sidecar;
    this.files = files;
  }

  /** The agent's planned part of the run. */
  private record Own(
      RunPlan whole,
      RunPlan plan,
      StoreConnections connections,
      PhaseSources sources,
      Optional<ValueCheck> values,
      AcknowledgedRecords book) {}

  void prepare(Order.Prepare order, ClockOffset offset) throws IOException, InterruptedException {
    if (order.sampleMillis().isPresent() && !sidecar.isEmpty()) {
      sample(Duration.ofMillis(order.sampleMillis().getAsLong()), offset);
    }
    AgentPlan planned;
    try {
      planned = AgentPlan.of(order, planning);
    } catch (AgentPlan.Refused e) {
      reports.send(new Report.Failed(String.valueOf(e.getMessage())));
      return;
    }
    RunPlan whole = planned.whole();
    part =
        new Own(
            whole,
            whole.part(planned.part()),
            planned.connections(all),
            new PhaseSources(whole.workload(), planned.part()),
            whole.workload().valueCheck(whole.system().promises()),
            whole.workload().recordBook(whole.system().promises()));
    reports.send(new Report.Prepared());
  }

  /**
   * A machine that cannot be sampled is missing in the report, and carries its load all the same.
   */
  private void sample(Duration every, ClockOffset offset) {
    long ahead = -offset.aheadNanos();
    long error = offset.errorNanos();
    try {
      samples =
          SampleRelay.start(
              sidecar,
              every,
              files.resolve("sidecar.log"),
              line -> send(new Report.Sampled(line, ahead, error)),
              why -> send(new Report.Unsampled(why)));
    } catch (IOException e) {
      send(new Report.Unsampled(FileReason.of(e)));
    }
  }

  /** Samples that cannot be sent are missing; if the connection is lost, the run ends anyway. */
  private void send(Report sample) {
    try {
      reports.send(sample);
    } catch (IOException e) {
      // See above.
    }
  }

  void enter(Order.Enter order, ClockOffset offset) throws IOException {
    Own own = part;
    if (own == null || order.phase() < 0 || order.phase() >= own.plan().phases().size()) {
      reports.send(new Report.Failed("the controller enters a phase that is not planned"));
      return;
    }
    Phase phase = new Phase(own, order, offset);
    current = phase;
    Thread unused = Thread.ofPlatform().name("phase").start(phase::run);
  }

  /** Says which records were acknowledged. */
  void account() throws IOException {
    Own own = part;
    reports.send(
        own == null
            ? new Report.Failed("the controller asks for records before a phase")
            : account(own.book()));
  }

  private static Report.Accounted account(AcknowledgedRecords book) {
    try {
      return new Report.Accounted(book.toBytes(), Optional.empty());
    } catch (IOException e) {
      return new Report.Accounted(new byte[0], Optional.of(String.valueOf(e.getMessage())));
    }
  }

  void begin(Instant at) {
    Phase phase = current;
    if (phase != null) {
      phase.begin.complete(at);
    }
  }

  void stopPhase() {
    Phase phase = current;
    if (phase != null) {
      phase.stop();
    }
  }

  /** Ends everything; from any thread. */
  void stop() {
    all.give();
    stopPhase();
  }

  /** Ends everything, and waits for that. */
  void end() throws InterruptedException {
    stop();
    Phase phase = current;
    if (phase != null) {
      phase.awaitEnd();
    }
    Own own = part;
    if (own != null) {
      own.connections().close();
    }
    SampleRelay relay = samples;
    if (relay != null) {
      relay.close();
    }
  }

  /** The run ended before the phase began: nothing is to be sent. */
  private static final class NotBegun extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** A phase, from the opening of its connections to its report. */
  private final class Phase implements IntervalListener {
    private final Own part;
    private final Order.Enter order;
    private final ClockOffset offset;
    private final Duration ahead;
    private final PhasePlan whole;
    private final PhasePlan plan;
    private final StopSignal stop = new StopSignal();
    private final CompletableFuture<Instant> begin = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final ClientWatch watch = new ClientWatch(clock);

    Phase(Own part, Order.Enter order, ClockOffset offset) {
      this.part = part;
      this.order = order;
      this.offset = offset;
      ahead = Duration.ofNanos(offset.aheadNanos());
      whole = part.whole().phases().get(order.phase());
      plan = part.plan().phases().get(order.phase());
    }

    void stop() {
      stop.give();
      begin.complete(Instant.EPOCH);
    }

    void awaitEnd() throws InterruptedException {
      try {
        ended.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }

    void run() {
      try {
        measure();
      } catch (NotBegun e) {
        // The controller has not begun the phase either.
      } catch (BindingException e) {
        failed(String.valueOf(e.getMessage()));
      } catch (InterruptedException e) {
        failed("interrupted");
      } catch (RuntimeException | Error e) {
        failed("internal error: " + e);
        throw e;
      } finally {
        ended.complete(null);
      }
    }

    private void measure() throws BindingException, InterruptedException {
      Binding binding = part.connections().forPhase(plan);
      EngineLimits limits =
          new EngineLimits(part.plan().drainTimeout(), part.plan().unavailableTimeout(), INTERVAL);
      try (watch) {
        PhaseMeasurement measured =
            new PhaseRunner(
                    clock, limits, StoreReadBack.followed(part.plan(), plan, check(), part.book()))
                .run(plan, binding, part.sources().of(whole, order.end()), stop, this);
        send(
            new Report.Ended(
                MeasurementCodec.encode(measured.shifted(ahead)),
                MeasurementCodec.encode(watch.condition().orElseThrow()),
                part.sources().end()));
      }
    }

    private Optional<ValueCheck> check() {
      return order.checked() && plan.name() != PhaseName.LOAD
          ? part.values().or(() -> Optional.of(part.plan().workload().lengthCheck()))
          : part.values();
    }

    @Override
    public void ready() {
      send(new Report.Ready(offset.aheadNanos(), offset.errorNanos()));
      Instant told = begin.join();
      if (told.equals(Instant.EPOCH)) {
        throw new NotBegun();
      }
      Instant at = offset.here(told);
      long wait = Duration.between(clock.instant(), at).toNanos();
      long until = clock.nanos() + wait;
      while (!stop.isGiven() && clock.nanos() < until) {
        clock.parkUntil(until);
      }
      watch.begin();
      if (stop.isGiven()) {
        // Ends the phase at its beginning, and not after its first check.
        LockSupport.unpark(Thread.currentThread());
      }
    }

    @Override
    public void waiting(String what, long done, long all, long nanos) {
      send(new Report.Waiting(what, done, all, nanos));
    }

    @Override
    public void began(long nanos, Instant startedAt) {
      send(new Report.Began(offset.there(startedAt)));
    }

    @Override
    public void over() {
      watch.end();
    }

    @Override
    public void ended(Interval interval) {
      send(new Report.Passed(MeasurementCodec.encode(interval.shifted(ahead))));
    }

    private void failed(String message) {
      send(new Report.Failed(message));
    }

    /** A controller that is not reached counts this agent as lost, and ends the run. */
    private void send(Report report) {
      try {
        reports.send(report);
      } catch (IOException e) {
        stop();
      }
    }
  }
}
