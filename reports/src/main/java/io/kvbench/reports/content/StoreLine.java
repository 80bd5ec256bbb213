package io.kvbench.reports.content;

import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.content.StoreFact.Kind;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.KeyCheck;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.Unreported;
import io.kvbench.results.format.RunResult.ValuesRead;
import io.kvbench.results.format.RunResult.VersionCheck;
import io.kvbench.results.format.StoreFindings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The sentences on whether the store has the acknowledged writes. */
public final class StoreLine {
  private static final Set<OperationType> READ_TOGETHER =
      EnumSet.of(OperationType.SCAN, OperationType.RANGE);

  /** With fewer, the rule of three is too rough. */
  private static final int FEW = 30;

  private static final double LEAST_SHARE = 0.001;

  private StoreLine() {}

  /** Returns what the checks of a run found, or why there was none. */
  public static List<StoreFact> of(RunResult result) {
    List<StoreFact> facts = new ArrayList<>();
    StoreFindings store = result.store();
    store.storeCheck().map(check -> of(check, result.system().name())).ifPresent(facts::add);
    store
        .storeUnchecked()
        .map(why -> new StoreFact("Store", "not checked: " + why.reason(), Kind.RIGHT))
        .ifPresent(facts::add);
    store.keyCheck().map(StoreLine::of).ifPresent(facts::add);
    store.keyCheck().stream()
        .flatMapToLong(check -> check.nextNumber().stream())
        .forEach(next -> facts.add(new StoreFact("Inserts", inserts(next), Kind.DETAIL)));
    store
        .keysUnchecked()
        .map(why -> new StoreFact("Keys", "not read back: " + why.reason(), Kind.RIGHT))
        .ifPresent(facts::add);
    store.versionCheck().map(StoreLine::of).ifPresent(facts::add);
    store.valuesRead().map(StoreLine::of).ifPresent(facts::add);
    PhaseResult.measured(result.phases()).stream()
        .filter(phase -> READ_TOGETHER.stream().anyMatch(phase.operations()::containsKey))
        .flatMap(phase -> phase.scans().stream())
        .reduce(ScanCounts::plus)
        .ifPresent(counts -> records(counts, facts));
    result.coordination().ifPresent(counts -> coordination(result, counts, facts));
    return facts;
  }

  private static void records(ScanCounts counts, List<StoreFact> facts) {
    if (counts.scans() > 0) {
      facts.add(
          new StoreFact(
              "Scans",
              each(counts.recordsReturned(), counts.scans(), "scan")
                  + of(counts.recordsReturned(), counts.recordsAsked(), "requested"),
              Kind.DETAIL));
    }
    counts
        .ranges()
        .ifPresent(
            ranges ->
                facts.add(
                    new StoreFact(
                        "Ranges",
                        each(ranges.records(), ranges.ranges(), "range")
                            + (ranges.compared() == 0
                                ? ""
                                : of(ranges.found(), ranges.expected(), "expected")),
                        Kind.DETAIL)));
  }

  private static String each(long records, long answers, String what) {
    return "%s with %s records each on average"
        .formatted(
            Quantities.count(answers, what), Quantities.decimal((double) records / answers, 1));
  }

  private static String of(long found, long all, String how) {
    return "; %s of the %s %s"
        .formatted(Quantities.count(found), Quantities.count(all, "record"), how);
  }

  private static void coordination(
      RunResult result, CoordinationCounts counts, List<StoreFact> facts) {
    long locked = ok(result, OperationType.LOCK);
    long elected = ok(result, OperationType.ELECT);
    if (locked + elected > 0) {
      // A leader is the owner of its election.
      String label = locked > 0 ? "Locks" : "Elections";
      String owners = acquired(locked, elected) + Quantities.count(locked + elected, "time");
      facts.add(
          checked(
              label,
              !counts.breaksExclusion(),
              owners + ", " + oneOwner(counts) + turns(counts, locked + elected),
              "VIOLATION: " + owners + "; " + counts.first().orElse("")));
    }
    counts.deliveries().map(StoreLine::watchers).ifPresent(facts::add);
    long ended = ok(result, OperationType.LEASE_AWAIT);
    if (ended > 0) {
      String leases = Quantities.count(ended, "lease") + " expired";
      facts.add(
          checked(
              "Leases",
              counts.earlyExpiries() <= 0,
              leases + ", none early" + confidence(ended),
              "VIOLATION: %s, %s of them early"
                  .formatted(leases, Quantities.count(counts.earlyExpiries()))));
    }
  }

  private static StoreFact checked(String label, boolean agrees, String right, String wrong) {
    return agrees
        ? new StoreFact(label, right, Kind.RIGHT)
        : new StoreFact(label, wrong, Kind.WRONG);
  }

  /** The rule of three: where none of n did, less than 3/n do, with an error of e^-3. */
  private static String confidence(long count) {
    double early = Math.max(3, LEAST_SHARE * count);
    return count < FEW
        ? ""
        : "; with 95 %% confidence, less than %s end early"
            .formatted(Quantities.percent(early, count));
  }

  /** Paused and expired owners violate nothing, but they own a lock beside another. */
  private static String oneOwner(CoordinationCounts counts) {
    List<String> beside = new ArrayList<>();
    add(beside, counts.pausedOverlaps(), "of them beside an owner that was paused on purpose");
    add(beside, counts.expiredOverlaps(), "beside an owner whose lease may have expired");
    return beside.isEmpty()
        ? "one owner at a time"
        : String.join(", ", beside) + "; otherwise one owner at a time";
  }

  private static String acquired(long locked, long elected) {
    if (elected == 0) {
      return "acquired ";
    }
    return locked == 0 ? "won " : "acquired or elected ";
  }

  private static String turns(CoordinationCounts counts, long acquired) {
    return counts.outOfTurn().isEmpty()
        ? ""
        : "; " + Quantities.percent(counts.outOfTurn().getAsLong(), acquired) + " out of turn";
  }

  private static StoreFact watchers(DeliveryCounts counts) {
    List<String> parts = new ArrayList<>();
    parts.add(
        "%s of %s delivered"
            .formatted(
                Quantities.count(counts.delivered()),
                Quantities.count(counts.expected(), "event")));
    add(parts, counts.lost(), "lost");
    add(parts, counts.duplicated(), "duplicated");
    add(parts, counts.reordered(), "out of order");
    add(parts, counts.coalesced(), "coalesced");
    String all = String.join(", ", parts);
    return checked(
        "Watchers",
        !counts.hasFaults(),
        all,
        "VIOLATION: " + all + "; " + counts.first().orElse(""));
  }

  private static long ok(RunResult result, OperationType type) {
    return result.phases().stream()
        .map(phase -> phase.operations().get(type))
        .filter(Objects::nonNull)
        .mapToLong(OperationResult::okCount)
        .sum();
  }

  static StoreFact of(StoreCheck check, String system) {
    String before =
        check.keysBefore() == 0
            ? ""
            : ", including " + Quantities.count(check.keysBefore()) + " from before the run";
    String counts =
        "%s found, %s acknowledged%s"
            .formatted(
                Quantities.count(check.keysFound(), "key"),
                Quantities.count(check.keysAcknowledged()),
                before);
    return checked(
        "Store",
        check.agrees(),
        counts
            + overwritten(check)
            + check.unreported().map(StoreLine::created).orElse("")
            + uncertain(check)
            + check.unreported().map(open -> unreported(open, system)).orElse(""),
        "MISMATCH: " + counts + "; " + difference(check, system));
  }

  static StoreFact of(ValuesRead read) {
    String sizes =
        read.minBytes() == read.maxBytes()
            ? Quantities.count(read.minBytes(), "byte")
            : "%s to %s bytes, %s on average"
                .formatted(
                    Quantities.count(read.minBytes()),
                    Quantities.count(read.maxBytes()),
                    Quantities.count(read.meanBytes()));
    String others =
        read.others() == 0
            ? ""
            : "; %s of a size that the workload does not write"
                .formatted(Quantities.count(read.others()));
    return new StoreFact(
        "Values", Quantities.count(read.count()) + " read, of " + sizes + others, Kind.DETAIL);
  }

  /** The engine keeps the last versions of each record. */
  static StoreFact of(VersionCheck check) {
    String successes = Quantities.count(check.compared(), "compare-and-set") + " OK";
    return checked(
        "Versions",
        check.repeated() == 0,
        successes + ", no two found for one version of a record",
        "VIOLATION: %s, %s of them for a version that another one had replaced (%s)"
            .formatted(
                successes,
                Quantities.count(check.repeated()),
                PlainText.of(check.first().orElse(""))));
  }

  /** Without separators of thousands, to be copied. */
  private static String inserts(long next) {
    return "records up to number %d; to insert more: -t -p recordcount=%d"
        .formatted(next - 1, next);
  }

  static StoreFact of(KeyCheck check) {
    String read =
        check.keysRead() == check.keysKnown()
            ? Quantities.count(check.keysRead(), "key") + " read back"
            : "%s of %s read back"
                .formatted(
                    Quantities.count(check.keysRead()), Quantities.count(check.keysKnown(), "key"));
    List<String> wrong = wrong(check);
    String found = wrong.isEmpty() ? right(check) + values(check) : "; " + String.join("; ", wrong);
    return checked("Keys", check.agrees(), read + found, "MISMATCH: " + read + found);
  }

  /** Of a sample, and of presence: other keys and the values may still be wrong. */
  private static String right(KeyCheck check) {
    if (check.keysAsAcknowledged().isEmpty()) {
      return "; none of these contradicts an answer"; // Earlier versions counted only these.
    }
    long acknowledged = check.keysAsAcknowledged().getAsLong();
    long expected = check.keysAsExpected().orElse(0);
    if (acknowledged == check.keysRead()) {
      return "; each of these is present or deleted as acknowledged";
    }
    List<String> parts = new ArrayList<>();
    add(parts, acknowledged, "present or deleted as acknowledged");
    add(parts, expected, "present as the workload expects");
    add(parts, check.keysRead() - acknowledged - expected, "left open by the answers");
    return "; " + String.join(", ", parts);
  }

  private static List<String> wrong(KeyCheck check) {
    List<String> wrong = new ArrayList<>();
    add(
        wrong,
        check.keysMissing(),
        "acknowledged but missing" + named(check.firstMissing(), check.keysMissing()));
    check
        .values()
        .ifPresent(
            values ->
                add(
                    wrong,
                    values.lost(),
                    "without the last acknowledged write"
                        + named(values.firstLost(), values.lost())));
    add(wrong, check.keysUndeleted(), "deleted but still present");
    add(wrong, check.keysForeign().orElse(0), "or more unexpected");
    add(wrong, check.keysAbsent(), "expected from before the run but missing");
    check
        .problem()
        .ifPresent(why -> add(wrong, check.keysFailed(), "unreadable (" + PlainText.of(why) + ")"));
    return wrong;
  }

  private static void add(List<String> wrong, long count, String what) {
    if (count > 0) {
      wrong.add(Quantities.count(count) + " " + what);
    }
  }

  private static String values(KeyCheck check) {
    return check
        .values()
        .filter(values -> values.compared() > 0)
        .map(
            values ->
                "; %s the last acknowledged write%s"
                    .formatted(
                        Quantities.count(values.compared() - values.uncertain())
                            + (values.compared() - values.uncertain() == 1 ? " holds" : " hold"),
                        values.uncertain() == 0
                            ? ""
                            : ", %s one with an unknown outcome"
                                .formatted(Quantities.count(values.uncertain()))))
        .orElse("");
  }

  private static String named(List<String> some, long all) {
    String keys = PlainText.of(String.join(", ", some));
    return " (" + keys + (some.size() < all ? ", ...)" : ")");
  }

  private static String overwritten(StoreCheck check) {
    long overwritten = check.keysOverwritten().orElse(0);
    return overwritten == 0
        ? ""
        : "; %s added no record: they overwrote existing ones, or records were lost"
            .formatted(Quantities.count(overwritten, "insert"));
  }

  private static String created(Unreported open) {
    return open.created() == 0
        ? ""
        : "; %s more than inserts explain: created by updates, or by other clients"
            .formatted(Quantities.count(open.created()));
  }

  private static String uncertain(StoreCheck check) {
    return check.keysUncertain() == 0
        ? ""
        : "; %s with an %s outcome may or may not be included"
            .formatted(Quantities.count(check.keysUncertain(), "write"), unknown(check));
  }

  /** Results of earlier versions count what answers do not report among the unknown outcomes. */
  private static String unknown(StoreCheck check) {
    boolean mixed = check.keysOverwritten().isPresent() && check.unreported().isEmpty();
    return mixed ? "unknown or unreported" : "unknown";
  }

  private static String unreported(Unreported open, String system) {
    return open.fewer() + open.more() == 0
        ? ""
        : "; %s does not report whether a write found a record, so %s fewer or %s more would agree"
            .formatted(system, Quantities.count(open.fewer()), Quantities.count(open.more()));
  }

  private static String difference(StoreCheck check, String system) {
    long missing = check.keysAcknowledged() - check.keysFound();
    String what = Quantities.count(Math.abs(missing)) + (missing > 0 ? " missing" : " too many");
    String uncertain =
        check.keysUncertain() == 0
            ? ""
            : ", but only %s %s an %s outcome"
                .formatted(
                    Quantities.count(check.keysUncertain(), "write"),
                    check.keysUncertain() == 1 ? "has" : "have",
                    unknown(check));
    return what + uncertain + check.unreported().map(open -> unreported(open, system)).orElse("");
  }
}
