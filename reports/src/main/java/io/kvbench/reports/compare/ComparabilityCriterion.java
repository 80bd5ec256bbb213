package io.kvbench.reports.compare;

import static io.kvbench.reports.compare.RowGroup.COST;
import static io.kvbench.reports.compare.RowGroup.DURATION;
import static io.kvbench.reports.compare.RowGroup.ERRORS;
import static io.kvbench.reports.compare.RowGroup.SPACE;
import static io.kvbench.reports.compare.RowGroup.THROUGHPUT;
import static io.kvbench.reports.compare.RowGroup.TIMES;
import static io.kvbench.reports.compare.RowGroup.TRAFFIC;
import static io.kvbench.reports.compare.RowGroup.USAGE;

import io.kvbench.core.setting.Fact;
import io.kvbench.reports.table.Cell;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.ValuesRead;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * An aspect in which runs may differ, which may explain their figures; most severe first. An aspect
 * that affects no rows is reported only.
 */
// The sets are never modified, and the functions have no state.
@SuppressWarnings("ImmutableEnumChecker")
enum ComparabilityCriterion {
  VERDICT(
      "verdict",
      "The figures of an INVALID or incomplete run cannot be trusted.",
      EnumSet.complementOf(EnumSet.of(RowGroup.WORK)),
      RunConditions::verdict),
  COVERED(
      "busy time in OK",
      "Times are of operations answered OK. If clients spend their time otherwise, the times are"
          + " survivor-biased.",
      EnumSet.of(TIMES),
      run -> Cell.of(RunConditions.covered(run), Unit.SHARE)),
  NOTHING_READ(
      "reads that found a record",
      "Reads of keys that were never written are a different load from reads of records.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST),
      run -> Cell.of(RunConditions.hitRate(run), Unit.SHARE)),
  OPERATIONS(
      "operations",
      "The work differs.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST, SPACE),
      RunConditions::operations),
  LOAD_MODEL(
      "load model",
      "The load differs. A closed loop sends as fast as the store answers, an open loop on"
          + " schedule.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, USAGE, COST),
      RunConditions::loadModel),
  IN_FLIGHT(
      "requests in flight",
      "The mean over the run. With more in flight, throughput and response times increase.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, USAGE, COST),
      RunConditions::inFlight),
  HIT_RATE(
      "reads that found a record",
      "A read that finds no record is less work.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST),
      run -> Cell.of(RunConditions.hitRate(run), Unit.SHARE)),
  CONSISTENCY(
      "read consistency",
      "The guarantees differ, and so do defaults.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST),
      RunConditions::consistency),
  DURABILITY(
      "sync to disk",
      "Acknowledging a write before it is on disk is a weaker guarantee.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST),
      RunConditions::durability),
  NOTES(
      "system notes",
      "The guarantees differ.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST),
      RunConditions::notes),
  KEY_SIZE(
      "key size",
      "The work differs.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST, SPACE),
      RunConditions::keySize),
  VALUE_SIZE(
      "value size",
      "The work differs.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST, SPACE),
      RunConditions::valueSize),
  VALUES_READ(
      "mean size of values read",
      "Reading larger values is more work.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST),
      run ->
          Cell.of(
              run.result().store().valuesRead().stream()
                  .mapToLong(ValuesRead::meanBytes)
                  .findFirst(),
              Unit.BYTES)),
  REQUESTS(
      "requests",
      "Rows with totals cover different numbers of requests.",
      EnumSet.of(DURATION, TRAFFIC, SPACE, ERRORS),
      run -> new Cell.Figure(run.measured().requests(), Unit.COUNT)),
  NODES(
      "servers",
      "More servers give stronger guarantees and cost more.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST),
      run -> new Cell.Figure(run.result().cluster().nodes(), Unit.COUNT)),
  CLUSTER(
      "where the servers ran",
      "",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, USAGE, COST),
      run -> Cell.words(run.result().cluster().kind())),
  TLS("TLS", "", EnumSet.of(DURATION, THROUGHPUT, TIMES, TRAFFIC, USAGE, COST), RunConditions::tls),
  FAULTS(
      "injected faults",
      "",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, ERRORS, TRAFFIC, USAGE, COST),
      RunConditions::faults),
  NETWORK(
      "network conditions",
      "The network is part of every response time.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, ERRORS, TRAFFIC, USAGE, COST),
      run -> RunConditions.settings(run, Fact.NETWORK)),
  LIMITS(
      "server limits",
      "A server with less CPU or memory does less work.",
      EnumSet.complementOf(EnumSet.of(RowGroup.WORK, RowGroup.ERRORS)),
      run -> RunConditions.settings(run, Fact.LIMITS)),
  CLIENT_HOST(
      "client host",
      "",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, USAGE, COST),
      RunConditions::clientHost),
  ROUND_TRIP(
      "round trip to the nearest server",
      "The network is part of every response time.",
      EnumSet.of(DURATION, THROUGHPUT, TIMES, USAGE, COST),
      RunConditions::roundTrip),
  CLIENTS("clients", RunConditions::clients),
  CONNECTIONS("connections", RunConditions::connections),
  OWN_CONNECTIONS("connections for locks, leases and watchers", RunConditions::ownConnections),
  PHASE(
      "phase",
      run -> Cell.words(run.measured().first().map(each -> each.name().toString()).orElse(""))),
  VERSION("server version", run -> Cell.words(run.result().system().version())),
  LIBRARY("client library", run -> Cell.words(run.result().system().client())),
  KVBENCH("kvbench", run -> Cell.words(run.result().environment().kvbenchVersion())),
  JAVA("Java", run -> Cell.words(run.result().environment().javaVersion())),
  RECORDS(
      "records before the run",
      run ->
          Cell.of(
              run.result().store().storeCheck().stream()
                  .mapToLong(StoreCheck::keysBefore)
                  .findFirst(),
              Unit.COUNT)),
  ELECTIONS(
      "elections during the run", run -> Cell.of(run.result().cluster().elections(), Unit.COUNT));

  private static final double COVERED_ENOUGH = 0.95;
  private static final double IN_FLIGHT_APART = 1.2;
  private static final double ROUND_TRIPS_APART = 2;

  /** Scheduling alone makes two networks differ by this much. */
  private static final double ROUND_TRIP_FLOOR_NANOS = 300_000;

  private static final double AT_WORK = 0.7;
  private static final double REQUESTS_APART = 1.01;

  /** Random sizes differ by less. */
  private static final double VALUES_APART = 1.1;

  private static final double HIT_RATES_APART = 0.01;

  private final String title;
  private final String why;
  private final Set<RowGroup> affects;
  private final Function<ComparedRun, Cell> value;

  ComparabilityCriterion(
      String title, String why, Set<RowGroup> affects, Function<ComparedRun, Cell> value) {
    this.title = title;
    this.why = why;
    this.affects = affects;
    this.value = value;
  }

  ComparabilityCriterion(String title, Function<ComparedRun, Cell> value) {
    this(title, "", EnumSet.noneOf(RowGroup.class), value);
  }

  /** Returns the candidate difference; its sides decide whether it is one. */
  Difference of(List<ComparedRun> runs) {
    List<Cell> values = runs.stream().map(value).toList();
    return new Difference(
        0,
        title,
        why,
        affects(runs),
        values,
        IntStream.range(0, values.size()).mapToObj(run -> side(runs, values, run)).toList());
  }

  /** A run is on the side of the first one that is like it; one with a flaw is alone on its own. */
  private int side(List<ComparedRun> runs, List<Cell> values, int run) {
    return isFlaw(values.get(run))
        ? values.size() + run
        : IntStream.range(0, run)
            .filter(before -> !isFlaw(values.get(before)) && alike(runs.get(before), runs.get(run)))
            .findFirst()
            .orElse(run);
  }

  /** Durability does not matter to runs that only read. */
  private Set<RowGroup> affects(List<ComparedRun> runs) {
    boolean ofWrites = this == DURABILITY || this == NOTES;
    return ofWrites && runs.stream().noneMatch(RunConditions::writes)
        ? EnumSet.noneOf(RowGroup.class)
        : affects;
  }

  /** Returns whether a run's value is a flaw by itself, regardless of the others. */
  private boolean isFlaw(Cell value) {
    return switch (this) {
      case VERDICT -> value instanceof Cell.Words(String text) && isBad(text);
      case COVERED -> below(value.figure(), COVERED_ENOUGH);
      case NOTHING_READ -> value.figure().equals(OptionalDouble.of(0));
      default -> false;
    };
  }

  private static boolean isBad(String verdict) {
    return verdict.startsWith("INVALID") || verdict.contains(",");
  }

  private static boolean below(OptionalDouble figure, double limit) {
    return figure.isPresent() && figure.getAsDouble() < limit;
  }

  /**
   * Returns whether two runs are as good as the same in this. In a closed loop the number in flight
   * follows from the clients: where these are the same and at work, it is no cause.
   */
  private boolean alike(ComparedRun one, ComparedRun other) {
    return alike(value.apply(one), value.apply(other))
        || (this == IN_FLIGHT
            && RunConditions.clients(one).equals(RunConditions.clients(other))
            && atWork(one)
            && atWork(other));
  }

  private static boolean atWork(ComparedRun run) {
    return !below(RunConditions.inOperations(run), AT_WORK);
  }

  private boolean alike(Cell one, Cell other) {
    OptionalDouble left = one.figure();
    OptionalDouble right = other.figure();
    return switch (this) {
      case VERDICT, COVERED, NOTHING_READ -> true;
      case IN_FLIGHT -> within(left, right, IN_FLIGHT_APART);
      case ROUND_TRIP ->
          within(left, right, ROUND_TRIPS_APART)
              || Math.abs(left.orElse(0) - right.orElse(0)) <= ROUND_TRIP_FLOOR_NANOS;
      case REQUESTS -> within(left, right, REQUESTS_APART);
      case VALUES_READ -> within(left, right, VALUES_APART);
      case HIT_RATE ->
          left.isEmpty()
              || right.isEmpty()
              || Math.abs(left.getAsDouble() - right.getAsDouble()) <= HIT_RATES_APART;
      case CONSISTENCY, ELECTIONS, RECORDS, LIBRARY, VERSION ->
          one instanceof Cell.Absent || other instanceof Cell.Absent || one.equals(other);
      default -> one.equals(other);
    };
  }

  private static boolean within(OptionalDouble left, OptionalDouble right, double factor) {
    return left.isEmpty()
        || right.isEmpty()
        || Math.max(left.getAsDouble(), right.getAsDouble())
            <= factor * Math.min(left.getAsDouble(), right.getAsDouble());
  }
}
