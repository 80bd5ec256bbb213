package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.PhaseRunner;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.workload.check.AcknowledgedRecords;
import io.kvbench.core.workload.check.ReadBack;
import io.kvbench.core.workload.check.ValueCheck;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The read-back of a run's records after the last phase, counted or not. Its failure does not fail
 * the run. For the thread of the run.
 */
public final class StoreReadBack {
  private static final int CLIENTS = 32;

  /** Answers to reads that were sent in time. */
  private static final Duration DRAIN = Duration.ofSeconds(5);

  /** Followers that were behind have caught up after this. */
  private static final Duration PAUSE = Duration.ofMillis(250);

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** A shorter read-back has no progress output. */
  private static final Duration SILENT = Duration.ofSeconds(2);

  private final RunPlan plan;
  private final StoreConnections connections;
  private final AcknowledgedRecords book;
  private final NanoClock clock;
  private final StopSignal stop;
  private final RunListener listener;
  private final RunRecord run;
  private final RunFiles files;
  private final Optional<RunHistory> history;
  private final Duration limit;

  StoreReadBack(RunContext context, StoreConnections connections, AcknowledgedRecords book) {
    this.connections = connections;
    this.book = book;
    plan = context.plan();
    clock = context.clock();
    stop = context.stop();
    listener = context.listener();
    run = context.record();
    files = context.files();
    history = context.history();
    limit = plan.settings().get(RunSettings.STORE_CHECK_TIMEOUT);
  }

  /** Returns whether the user wants records read back, so that a run has to be followed. */
  static boolean isWanted(RunPlan plan) {
    return !plan.settings().get(RunSettings.STORE_CHECK_TIMEOUT).isZero();
  }

  /**
   * Returns the check of what a phase is answered: with an account of the records in a book, if one
   * is wanted.
   *
   * @param answers the check of the values
   */
  public static Optional<ValueCheck> followed(
      RunPlan plan, PhasePlan phase, Optional<ValueCheck> answers, AcknowledgedRecords book) {
    boolean load = phase.name() == PhaseName.LOAD;
    Optional<ValueCheck> check =
        plan.workload().isAccounted(load) && isWanted(plan)
            ? Optional.of(answers.map(each -> each.with(book)).orElse(book))
            : answers;
    return load ? check : book.measured(check);
  }

  /** Reads the records, and keeps which of them deviate. */
  void perform() {
    Optional<Binding> binding = connections.current();
    Optional<String> obstacle = obstacle(binding);
    if (obstacle.isPresent() || binding.isEmpty()) {
      run.store().keysUnread(obstacle.orElse("no connection is left"), true);
      return;
    }
    ReadBack records =
        plan.workload()
            .readBack(
                book,
                run.storeBefore(),
                plan.settings().get(RunSettings.STORE_CHECK_KEYS),
                consistency().orElseThrow());
    if (records.pending() > 0) {
      listener.stage("reading records back");
      try {
        read(records, binding.get());
        files.keepDeviations(records);
      } catch (BindingException e) {
        run.store().keysUnread(String.valueOf(e.getMessage()), false);
      }
    }
  }

  private Optional<String> obstacle(Optional<Binding> binding) {
    if (!isWanted(plan)) {
      return Optional.of("storecheck.timeout is 0");
    } else if (plan.workload().replay().isPresent()) {
      return Optional.of("a trace does not say which records there should be");
    } else if (isStopped() || !run.isComplete()) {
      return Optional.of("the run did not complete");
    } else if (binding.isPresent() && binding.get().recordsExpire()) {
      return Optional.of("the records expire");
    }
    return consistency().isEmpty()
        ? Optional.of(plan.system().title() + " reads no single records")
        : Optional.empty();
  }

  private boolean isStopped() {
    return stop.isGiven() || Thread.currentThread().isInterrupted();
  }

  private Optional<ReadConsistency> consistency() {
    Set<Capability> can = plan.system().capabilities();
    if (can.contains(Capability.READ_LINEARIZABLE)) {
      return Optional.of(ReadConsistency.LINEARIZABLE);
    }
    return can.contains(Capability.READ_DEFAULT)
        ? Optional.of(ReadConsistency.DEFAULT)
        : Optional.empty();
  }

  /** Mismatches are read again, since a follower may have lagged. */
  private void read(ReadBack records, Binding binding) throws BindingException {
    Optional<String> problem = readPending(records, binding);
    records.again();
    if (records.pending() > 0 && !isStopped() && isAlive(records)) {
      clock.parkUntil(clock.nanos() + PAUSE.toNanos());
      problem = readPending(records, binding);
    }
    ReadBack.Found found = records.found();
    if (found.read() > 0) {
      boolean failed = found.failed() > 0 && !isStopped();
      run.store().keys(found, foreign(found), failed ? problem : Optional.empty());
    } else {
      run.store()
          .keysUnread(
              problem.orElse("no read was answered in time (storecheck.timeout)"), isStopped());
    }
  }

  /** A store that neither counts nor answers a read is not waited for once more. */
  private boolean isAlive(ReadBack records) {
    return records.found().read() > 0 || run.cluster().keysAfter().isPresent();
  }

  /** Returns the most frequent error message. */
  private Optional<String> readPending(ReadBack records, Binding binding) throws BindingException {
    int clients = Math.min(CLIENTS, records.pending());
    PhasePlan reads =
        new PhasePlan(
            PhaseName.RUN,
            clients,
            new LoadModel.ClosedLoop(),
            records.pending(),
            Optional.of(limit),
            false);
    // What was there before may be another workload's.
    history.ifPresent(recorded -> recorded.beginPhase(run.cluster().keysBefore().orElse(1) > 0));
    ValueCheck answers =
        history
            .map(recorded -> recorded.followed(Optional.of(records.answers())))
            .orElseGet(records::answers);
    PhaseMeasurement measured =
        new PhaseRunner(clock, new EngineLimits(DRAIN, limit, INTERVAL), answers)
            .run(
                reads,
                binding,
                client -> records.requests(client, clients),
                stop,
                interval -> progress(reads, interval));
    return measured.errorMessages().stream()
        .findFirst()
        .map(error -> error.kind() + ": " + error.message());
  }

  private void progress(PhasePlan reads, Interval interval) {
    if (interval.phaseNanos() + interval.wallNanos() >= SILENT.toNanos()) {
      listener.recordsRead(reads, interval);
    }
  }

  /**
   * Counts once more before others are accused: what was still in flight may have changed the
   * records between the count and the reads.
   */
  private OptionalLong foreign(ReadBack.Found found) {
    OptionalLong before = run.cluster().keysBefore();
    OptionalLong after = run.cluster().keysAfter();
    if (after.isEmpty()) {
      return after;
    }
    long counted = after.getAsLong();
    OptionalLong foreign = found.foreign(counted, before);
    if (foreign.orElse(0) == 0 || isStopped()) {
      return foreign;
    }
    try {
      long again = ClusterRecord.keys(connections.servers()).orElse(counted);
      return found.foreign(Math.min(counted, again), before);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalLong.empty();
    }
  }
}
