package io.kvbench.core.result;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.result.Verdict.Reason;
import io.kvbench.core.result.Verdict.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Judges a run by what it measured. Each limit is named here and nowhere else. */
public final class VerdictRules {
  /** A larger share of failed operations makes the figures those of an outage. */
  public static final double MAX_ERROR_SHARE = 0.01;

  /** A smaller share of the offered rate means that the load was not the one asked for. */
  public static final double MIN_ACHIEVED_SHARE = 0.98;

  /**
   * When one request in a hundred is sent later than this, kvbench or its clients were short of
   * time.
   */
  public static final long MAX_LAG_P99_MICROS = 10_000;

  /**
   * When less of the clients' busy time lies in operations answered OK, latency rows leave out too
   * much.
   */
  public static final double MIN_OK_SHARE_OF_BUSY_TIME = 0.95;

  /** The check that the run came to its planned end. */
  public static final String STATUS = "status";

  private final List<Reason> reasons = new ArrayList<>();
  private Validity validity = Validity.VALID;

  private VerdictRules() {}

  /**
   * Judges a run.
   *
   * @param localSystem whether the system lives inside kvbench
   * @param repeatedCompletions how often the binding completed an operation again
   */
  public static Verdict judge(
      RunStatus status,
      List<PhaseResult> phases,
      Optional<RunResult.StoreCheck> storeCheck,
      RunResult.ClusterResult cluster,
      boolean localSystem,
      long repeatedCompletions) {
    VerdictRules rules = new VerdictRules();
    rules.status(status);
    rules.place(cluster, localSystem);
    rules.contract(repeatedCompletions);
    phases.stream().filter(phase -> phase.name() != PhaseName.WARMUP).forEach(rules::phase);
    storeCheck.ifPresent(rules::store);
    return new Verdict(rules.validity, rules.reasons);
  }

  private void status(RunStatus status) {
    switch (status) {
      case COMPLETE -> {}
      case PARTIAL -> suspect(STATUS, "interrupted before its planned end", "run to the end");
      case FAILED -> invalid(STATUS, "failed before its planned end", "run to the end");
    }
  }

  private void place(RunResult.ClusterResult cluster, boolean localSystem) {
    if (localSystem) {
      suspect(
          "system",
          "answers come from inside kvbench",
          "a store of its own: nothing here is about a store");
    } else if (cluster.kind().equals("embedded")) {
      suspect(
          "cluster",
          "the servers share this machine's processors and disk with kvbench",
          "servers on machines of their own");
    }
  }

  private void contract(long repeatedCompletions) {
    if (repeatedCompletions > 0) {
      invalid(
          "binding",
          repeatedCompletions + " operations were completed more than once",
          "exactly once each");
    }
  }

  private void phase(PhaseResult phase) {
    String where = phase.name() + " phase: ";
    if (phase.requests() > 0 && phase.okCount() == 0) {
      invalid("answers", where + "no operation was answered OK", "any at all");
      return;
    }
    errors(phase, where);
    otherOutcomes(phase, where);
    busyTime(phase, where);
    offeredRate(phase, where);
  }

  private void errors(PhaseResult phase, String where) {
    double share = (double) phase.errorCount() / Math.max(1, phase.operationCount());
    if (share > MAX_ERROR_SHARE) {
      invalid(
          "errors",
          where + percent(share) + " of the operations failed",
          "at most " + percent(MAX_ERROR_SHARE));
    } else if (phase.errorCount() > 0) {
      suspect("errors", where + phase.errorCount() + " operations failed", "none");
    }
  }

  /**
   * Reads and deletes may rightly miss; a write that finds the store in another state than planned
   * is another workload.
   */
  private void otherOutcomes(PhaseResult phase, String where) {
    phase
        .operations()
        .forEach(
            (type, operation) -> {
              long misses = operation.count() - operation.okCount() - operation.errorCount();
              boolean allMissed = misses > 0 && operation.okCount() == 0;
              boolean insertMissed = type == OperationType.INSERT && misses > 0;
              if (allMissed || insertMissed) {
                suspect(
                    "outcomes",
                    where
                        + misses
                        + " of "
                        + operation.count()
                        + " "
                        + type
                        + " were not answered OK",
                    "records as the workload expects them");
              }
            });
  }

  private void busyTime(PhaseResult phase, String where) {
    long busy = phase.clientTime().busyNanos() + phase.clientTime().reconnectNanos();
    double share = busy == 0 ? 1 : (double) phase.clientTime().okNanos() / busy;
    if (share < MIN_OK_SHARE_OF_BUSY_TIME) {
      suspect(
          "client time",
          where
              + "only "
              + percent(share)
              + " of the clients' busy time is in operations answered OK",
          "at least " + percent(MIN_OK_SHARE_OF_BUSY_TIME));
    }
  }

  private void offeredRate(PhaseResult phase, String where) {
    if (phase.offeredPerSecond().isEmpty() || phase.wallNanos() == 0) {
      return;
    }
    double offered = phase.offeredPerSecond().getAsDouble();
    double achieved = phase.achievedPerSecond();
    // The wall time has the answer to the last request in it: a phase whose requests were sent in
    // time kept its rate.
    boolean late = phase.lag().maxMicros() > MAX_LAG_P99_MICROS;
    if (late && achieved < offered * MIN_ACHIEVED_SHARE) {
      invalid(
          "achieved rate",
          where + rate(achieved) + " of " + rate(offered) + " requests/s offered",
          "at least " + percent(MIN_ACHIEVED_SHARE));
    }
    if (phase.lag().p99Micros() > MAX_LAG_P99_MICROS) {
      suspect(
          "lag",
          where
              + "one request in a hundred was sent "
              + phase.lag().p99Micros() / 1_000
              + " ms late or more",
          "less than " + MAX_LAG_P99_MICROS / 1_000 + " ms");
    }
  }

  private void store(RunResult.StoreCheck store) {
    if (!store.agrees()) {
      invalid(
          "store",
          store.keysFound() + " keys found, " + store.keysAcknowledged() + " acknowledged",
          "the same number, give or take "
              + store.keysUncertain()
              + " writes without a definite answer");
    }
  }

  private void suspect(String check, String observed, String limit) {
    reasons.add(new Reason(check, observed, limit));
    if (validity == Validity.VALID) {
      validity = Validity.SUSPECT;
    }
  }

  private void invalid(String check, String observed, String limit) {
    reasons.add(new Reason(check, observed, limit));
    validity = Validity.INVALID;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  private static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%.1f", perSecond);
  }
}
