package io.kvbench.core.consistency;

import io.kvbench.core.consistency.ConsistencyReport.Total;
import io.kvbench.core.consistency.StalenessHistogram.Count;
import io.kvbench.core.history.RecordLayout;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The running result of a check; for one thread. */
final class KeyFindings {
  /** Examples that are kept of each kind. */
  private static final int MOST_EXAMPLES = 16;

  /** The reads of one consistency. */
  private static final class Mode {
    private final Count staleness = new Count();
    private long reads;
    private long observedWrites;
    private boolean breaksSession;
    private boolean breaksStates;
  }

  /** All violations of one kind. */
  private static final class Kind {
    private final List<Violation> worst = new ArrayList<>();
    private long operations;
    private long keys;
  }

  private final Map<ViolationKind, Kind> kinds = new EnumMap<>(ViolationKind.class);
  private final Map<ViolationKind, Kind> notes = new EnumMap<>(ViolationKind.class);
  private final Mode[] modes = new Mode[ReadConsistency.values().length];
  private long acknowledgedWrites;
  private long observedWrites;
  private long undecided;
  private long undecidedByClock;

  KeyFindings() {
    for (int mode = 0; mode < modes.length; mode++) {
      modes[mode] = new Mode();
    }
  }

  void add(Violation violation) {
    add(kinds, violation);
    for (ExampleOperation each : violation.example()) {
      if (each.kind().reads()) {
        weaken(modes[RecordLayout.code(each.consistency())], violation.kind());
      }
    }
  }

  private static void weaken(Mode mode, ViolationKind kind) {
    switch (kind) {
      case OWN_WRITE_MISSED, WENT_BACK -> mode.breaksSession = true;
      case TORN_READ, PARTIAL_TRANSACTION, BEFORE_WRITE, REJECTED_APPLIED, PHANTOM_ABSENCE ->
          mode.breaksStates = true;
      default -> {}
    }
  }

  /** Adds what breaks no promise, but would break a stronger one. */
  void note(Violation violation) {
    add(notes, violation);
  }

  private static void add(Map<ViolationKind, Kind> to, Violation violation) {
    Kind kind = to.computeIfAbsent(violation.kind(), each -> new Kind());
    kind.operations += violation.operations();
    kind.keys++;
    keep(kind, violation);
  }

  private static void keep(Kind kind, Violation violation) {
    kind.worst.add(violation);
    if (kind.worst.size() > 2 * MOST_EXAMPLES) {
      trim(kind);
    }
  }

  private static void trim(Kind kind) {
    kind.worst.sort(
        Comparator.comparingLong(Violation::ageNanos)
            .thenComparingLong(Violation::operations)
            .reversed()
            .thenComparingLong(Violation::key));
    if (kind.worst.size() > MOST_EXAMPLES) {
      kind.worst.subList(MOST_EXAMPLES, kind.worst.size()).clear();
    }
  }

  void addReads(int consistency, long reads) {
    modes[consistency].reads += reads;
  }

  void addStale(int consistency, Count staleness) {
    modes[consistency].staleness.add(staleness);
  }

  /**
   * Counts an acknowledged write.
   *
   * @param seenBy bits by number of the consistency of reads that returned it
   */
  void addWrite(boolean observed, int seenBy) {
    acknowledgedWrites++;
    observedWrites += observed ? 1 : 0;
    for (int mode = 0; mode < modes.length; mode++) {
      modes[mode].observedWrites += seenBy >>> mode & 1;
    }
  }

  void addUndecided(long operations) {
    undecided += operations;
  }

  void addUndecidedByClock(long operations) {
    undecidedByClock += operations;
  }

  void add(KeyFindings other) {
    other.kinds.forEach((kind, each) -> merge(kinds, kind, each));
    other.notes.forEach((kind, each) -> merge(notes, kind, each));
    for (int mode = 0; mode < modes.length; mode++) {
      Mode to = modes[mode];
      Mode from = other.modes[mode];
      to.staleness.add(from.staleness);
      to.reads += from.reads;
      to.observedWrites += from.observedWrites;
      to.breaksSession |= from.breaksSession;
      to.breaksStates |= from.breaksStates;
    }
    acknowledgedWrites += other.acknowledgedWrites;
    observedWrites += other.observedWrites;
    undecided += other.undecided;
    undecidedByClock += other.undecidedByClock;
  }

  private static void merge(Map<ViolationKind, Kind> to, ViolationKind kind, Kind from) {
    Kind into = to.computeIfAbsent(kind, each -> new Kind());
    into.operations += from.operations;
    into.keys += from.keys;
    from.worst.forEach(violation -> keep(into, violation));
  }

  ConsistencyReport report(ConsistencyRules rules, long operations, long keys, long dropped) {
    return new ConsistencyReport(
        worst(kinds),
        kinds.entrySet().stream()
            .map(each -> new Total(each.getKey(), each.getValue().operations, each.getValue().keys))
            .toList(),
        worst(notes),
        modeReports(rules),
        operations,
        keys,
        acknowledgedWrites,
        observedWrites,
        undecided,
        undecidedByClock,
        dropped);
  }

  private static List<Violation> worst(Map<ViolationKind, Kind> kinds) {
    kinds.values().forEach(KeyFindings::trim);
    return kinds.values().stream().flatMap(kind -> kind.worst.stream()).toList();
  }

  private List<ReadModeReport> modeReports(ConsistencyRules rules) {
    List<ReadModeReport> reports = new ArrayList<>();
    for (int mode = 0; mode < modes.length; mode++) {
      Mode each = modes[mode];
      if (each.reads > 0) {
        ReadConsistency consistency = RecordLayout.consistency(mode);
        reports.add(
            new ReadModeReport(
                consistency,
                rules.promise(consistency),
                observed(each),
                each.reads,
                each.observedWrites,
                each.staleness.histogram()));
      }
    }
    return reports;
  }

  private static ReadPromise observed(Mode mode) {
    if (mode.breaksStates) {
      return ReadPromise.ANY;
    } else if (mode.breaksSession) {
      return ReadPromise.PREFIX;
    }
    return mode.staleness.reads() > 0 ? ReadPromise.SESSION : ReadPromise.LINEARIZABLE;
  }
}
