package io.kvbench.results.verdict;

import static io.kvbench.results.format.Verdict.Validity.INVALID;
import static io.kvbench.results.format.Verdict.Validity.SUSPECT;
import static io.kvbench.results.format.Verdict.Validity.VALID;

import io.kvbench.core.setting.Setting;
import io.kvbench.results.format.Verdict.Validity;
import java.util.Arrays;
import java.util.List;

/**
 * The checks of the verdict, in the order of their sections in {@code docs/guide/verdict.md}: what
 * a failed one makes of a run, and the limits that decide. A check that can be VALID adds a note.
 */
// The lists are never modified, and settings are immutable.
@SuppressWarnings("ImmutableEnumChecker")
enum VerdictCheck {
  STATUS("status", SUSPECT, INVALID),
  SYSTEM("system", SUSPECT),
  CLUSTER("cluster", SUSPECT),
  BINDING("binding", INVALID),
  ANSWERS("answers", INVALID),
  FAULT("fault", SUSPECT),
  FAULT_PLAN("fault plan", SUSPECT),
  LOAD_CHANGED("load changed", SUSPECT),

  STORE("store", SUSPECT, INVALID),
  STORE_CHECK("store check", VALID, SUSPECT),
  VALUES("values", INVALID),
  VALUE_SIZES("value sizes", SUSPECT),
  OVERWRITTEN("overwritten", SUSPECT, VerdictSettings.OUTCOMES),
  CREATED("created", SUSPECT),
  COMPARE_AND_SET("compare-and-set", INVALID),
  CONSISTENCY("consistency", VALID, INVALID),
  MUTUAL_EXCLUSION("mutual exclusion", INVALID),
  EXPIRED_OWNERS("expired owners", SUSPECT),
  PAUSED_OWNERS("paused owners", VALID),
  EARLY_EXPIRY("early expiry", INVALID),
  WATCH_DELIVERY("watch delivery", INVALID),
  WATCHERS_INTERRUPTED("watchers interrupted", SUSPECT),

  ERRORS("errors", SUSPECT, INVALID, VerdictSettings.ERRORS, VerdictSettings.SOME_ERRORS),
  OUTCOMES("outcomes", VALID, SUSPECT, VerdictSettings.OUTCOMES),
  NOT_FOUND("not found", SUSPECT, VerdictSettings.NOT_FOUND),
  EXPIRED_LEASES("expired leases", SUSPECT, VerdictSettings.NOT_FOUND),
  SHORT_SCANS("short scans", SUSPECT, VerdictSettings.SHORT_SCANS),
  SHORT_RANGES("short ranges", SUSPECT, VerdictSettings.SHORT_SCANS),
  CONFLICTS("conflicts", SUSPECT, VerdictSettings.CONFLICTS),
  OVER_RANGE("over range", SUSPECT, VerdictSettings.OVER_RANGE),

  CLIENT_TIME("client time", SUSPECT, VerdictSettings.OK_TIME),
  CONCURRENCY("concurrency", SUSPECT, VerdictSettings.CONCURRENCY),
  IMBALANCE("imbalance", SUSPECT, VerdictSettings.IMBALANCE),
  ACHIEVED_RATE("achieved rate", SUSPECT, INVALID, VerdictSettings.ACHIEVED),
  LAG("lag", SUSPECT, VerdictSettings.LAG_P99, VerdictSettings.NOISE, VerdictSettings.FLOOR),
  FREE_CLIENTS("free clients", SUSPECT, VerdictSettings.NONE_FREE),
  RECONNECTS("reconnects", SUSPECT, WaitSettings.RECONNECTS),

  SLOWEST_CONNECTION("slowest connection", SUSPECT, WaitSettings.SLOWEST),
  SLOWEST_CLIENT("slowest client", SUSPECT, WaitSettings.SLOWEST),
  TAIL_TIME("tail time", SUSPECT, WaitSettings.TAIL_TIME),
  ARRIVALS("arrivals", SUSPECT, WaitSettings.ARRIVALS),

  TOO_SHORT(
      "too short",
      SUSPECT,
      VerdictSettings.SHORTEST,
      VerdictSettings.FEWEST,
      VerdictSettings.FEWEST_EXPIRIES),
  THRESHOLDS("thresholds", SUSPECT),
  WARM_UP("warm-up", SUSPECT, VerdictSettings.WARM_UP, VerdictSettings.RESPONSE_WARM_UP),
  DRIFT("drift", SUSPECT, VerdictSettings.DRIFT, VerdictSettings.RESPONSE_DRIFT),
  TWO_RATES("two rates", SUSPECT, VerdictSettings.MODES),
  TWO_RESPONSE_TIMES("two response times", SUSPECT, VerdictSettings.RESPONSE_MODES),
  KEY_SPACE("key space", SUSPECT, VerdictSettings.RECORDS_PER_CLIENT),
  WORKING_SET("working set", VALID, VerdictSettings.WORKING_SET),

  CPU("cpu", SUSPECT, VerdictSettings.CPU),
  STEAL("steal", SUSPECT, VerdictSettings.STEAL),
  BUSY_THREAD("busy thread", SUSPECT, VerdictSettings.BUSY_THREAD),
  RUN_DELAY("run delay", SUSPECT, VerdictSettings.RUN_DELAY),
  OWN_TIME("own time", SUSPECT, VerdictSettings.OWN_TIME),
  THROTTLED("throttled", SUSPECT, VerdictSettings.THROTTLED),
  OTHER_LOAD("other load", SUSPECT, VerdictSettings.OTHER_LOAD),
  GC_SHARE("gc share", SUSPECT, VerdictSettings.GC_SHARE),
  GC_PAUSE(
      "gc pause",
      SUSPECT,
      VerdictSettings.GC_LONGEST,
      VerdictSettings.NOISE,
      VerdictSettings.FLOOR),
  HICCUP_P99("hiccup p99", SUSPECT, VerdictSettings.HICCUP_P99, VerdictSettings.NOISE),
  LONGEST_HICCUP(
      "longest hiccup",
      SUSPECT,
      VerdictSettings.HICCUP_LONGEST,
      VerdictSettings.NOISE,
      VerdictSettings.FLOOR),
  CLOCK("clock", SUSPECT, VerdictSettings.CLOCK_STEP),
  PINNED_SHARE("pinned share", SUSPECT, VerdictSettings.PINNED_SHARE),
  PINNED(
      "pinned",
      SUSPECT,
      VerdictSettings.PINNED_LONGEST,
      VerdictSettings.NOISE,
      VerdictSettings.FLOOR),
  AGENT_SKEW("agent skew", SUSPECT, VerdictSettings.AGENT_SKEW),

  SERVERS("servers", SUSPECT, VerdictSettings.RECORDS_APART),
  ELECTIONS("elections", SUSPECT, VerdictSettings.ELECTIONS),
  DURABILITY("durability", SUSPECT, VerdictSettings.WRITES_PER_SYNC),
  ROUND_TRIPS("round trips", SUSPECT, VerdictSettings.ROUND_TRIPS),
  ALIASES("aliases", SUSPECT);

  /** The name in reasons. */
  final String title;

  final Validity least;
  final Validity most;
  final List<Setting<?>> limits;

  VerdictCheck(String title, Validity only, Setting<?>... limits) {
    this(title, only, only, limits);
  }

  VerdictCheck(String title, Validity least, Validity most, Setting<?>... limits) {
    this.title = title;
    this.least = least;
    this.most = most;
    this.limits = List.of(limits);
  }

  /** Refuses what is not declared here, and thus not described in the guide. */
  static void requireDeclared(String title, Validity validity) {
    if (Arrays.stream(values())
        .noneMatch(check -> check.title.equals(title) && check.allows(validity))) {
      throw new IllegalArgumentException(
          "no check '%s' can make a run %s".formatted(title, validity));
    }
  }

  private boolean allows(Validity validity) {
    return least.compareTo(validity) <= 0 && most.compareTo(validity) >= 0;
  }
}
