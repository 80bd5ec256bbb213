package io.kvbench.runner.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.content.StoreFact;
import io.kvbench.reports.content.StoreLine;
import io.kvbench.results.format.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of a report's sentences about a store, and of the reasons of its verdict: each is printed
 * for exactly those stores for which it is true. The stores go through whole runs.
 */
@Timeout(120)
class StoreSentencesTest {
  private static final Map<SentenceStore, String> SAID = new TreeMap<>();

  private static final Set<String> OF_THE_STORE =
      Set.of("store", "store check", "overwritten", "created", "compare-and-set", "value sizes");

  /** Only for results of earlier versions, which count less. */
  private static final Set<String> OF_EARLIER_VERSIONS =
      Set.of("; none of these contradicts an answer", "unknown or unreported");

  /** A sentence, and the stores for which it is true. */
  record Sentence(String pattern, Set<SentenceStore> stores) {
    @Override
    public String toString() {
      return pattern;
    }
  }

  private static Sentence sentence(String pattern, SentenceStore... stores) {
    return new Sentence(pattern, Set.of(stores));
  }

  static List<Sentence> sentences() {
    return List.of(
        sentence(
            "Store: MISMATCH",
            SentenceStore.LOSING_INSERTS,
            SentenceStore.LOSING_DELETES,
            SentenceStore.WITH_FOREIGN_KEYS,
            SentenceStore.SAMPLED_LOSING_INSERTS,
            SentenceStore.LOSING_MORE_THAN_ONE_LATE,
            SentenceStore.LOSING_MORE_THAN_TWO_LATE,
            SentenceStore.BLIND_WITH_FOREIGN_KEYS),
        sentence(
            "; \\d+ missing\n", SentenceStore.LOSING_INSERTS, SentenceStore.SAMPLED_LOSING_INSERTS),
        sentence("\\d+ too many\n", SentenceStore.LOSING_DELETES, SentenceStore.WITH_FOREIGN_KEYS),
        sentence(
            "write with an unknown outcome may or may not be included", SentenceStore.TIMING_OUT),
        sentence("100 inserts added no record: they overwrote", SentenceStore.BLIND_LOADED_TWICE),
        sentence(
            "50 more than inserts explain: created by", SentenceStore.BLIND_WITH_OTHER_RECORDS),
        sentence(
            "does not report whether a write found a record",
            SentenceStore.BLIND_LOADED_TWICE,
            SentenceStore.BLIND_WITH_OTHER_RECORDS,
            SentenceStore.BLIND_WITH_FOREIGN_KEYS),
        sentence(
            "each of these is present or deleted as acknowledged",
            SentenceStore.WITH_ONE_RECORD,
            SentenceStore.HONEST_STORE,
            SentenceStore.COMPARING,
            SentenceStore.IGNORING_VERSIONS,
            SentenceStore.WITH_RANGES,
            SentenceStore.CUTTING_RANGES,
            SentenceStore.WITH_SCANS,
            SentenceStore.CUTTING_SCANS,
            SentenceStore.WITH_LOCKS,
            SentenceStore.WITH_ELECTIONS,
            SentenceStore.REUSING_TOKENS,
            SentenceStore.FENCING_PAUSED_OWNERS,
            SentenceStore.ACCEPTING_STALE_WRITES,
            SentenceStore.DELIVERING,
            SentenceStore.LOSING_EVENTS,
            SentenceStore.DUPLICATING_EVENTS,
            SentenceStore.BLIND_LOADED_TWICE,
            SentenceStore.UNCOUNTED,
            SentenceStore.SAMPLED,
            SentenceStore.TIMING_OUT_UPDATES,
            SentenceStore.WITH_LOCKS_AND_ELECTIONS,
            SentenceStore.WITH_UNFAIR_LOCKS,
            SentenceStore.WITH_EXPIRING_LOCKS,
            SentenceStore.REORDERING_EVENTS,
            SentenceStore.COALESCING_EVENTS,
            SentenceStore.WITH_SIZES),
        sentence("99 present or deleted as acknowledged, 1 left open", SentenceStore.TIMING_OUT),
        sentence(
            "\\d+ present as the workload expects",
            SentenceStore.WITH_OTHER_SIZES,
            SentenceStore.BLIND_WITH_OTHER_RECORDS),
        sentence("Keys: MISMATCH.* 1 acknowledged but missing", SentenceStore.LOSING_INSERTS),
        sentence("Keys: MISMATCH.* deleted but still present", SentenceStore.LOSING_DELETES),
        sentence(
            "Keys: MISMATCH.* or more unexpected",
            SentenceStore.WITH_FOREIGN_KEYS,
            SentenceStore.BLIND_WITH_FOREIGN_KEYS),
        sentence(
            "Inserts: records up to number (\\d+); to insert more: -t -p recordcount=\\d+\n",
            SentenceStore.HONEST_STORE,
            SentenceStore.LOSING_DELETES,
            SentenceStore.WITH_SIZES),
        sentence("without the last acknowledged write", SentenceStore.LOSING_UPDATES),
        sentence(
            "; \\d+ holds? the last acknowledged write",
            SentenceStore.WITH_ONE_RECORD,
            SentenceStore.HONEST_STORE,
            SentenceStore.TIMING_OUT_UPDATES),
        sentence("900 expected from before the run but missing", SentenceStore.WITH_FEWER_RECORDS),
        sentence("1 unreadable \\(UNAVAILABLE: no quorum\\)", SentenceStore.UNREADABLE),
        sentence("100 compare-and-sets OK, no two found", SentenceStore.COMPARING),
        sentence("Versions: VIOLATION", SentenceStore.IGNORING_VERSIONS),
        sentence("of a size that the workload does not write", SentenceStore.WITH_OTHER_SIZES),
        sentence("Ranges: .*; ([\\d,]+) of the \\1 records expected", SentenceStore.WITH_RANGES),
        sentence(
            "Ranges: .* of the .* records expected",
            SentenceStore.WITH_RANGES,
            SentenceStore.CUTTING_RANGES),
        sentence("Scans: .*; ([\\d,]+) of the \\1 records requested", SentenceStore.WITH_SCANS),
        sentence(
            "Scans: 20 scans with 5.0 .*; 100 of the 200 records", SentenceStore.CUTTING_SCANS),
        sentence("Locks: acquired 20 times, one owner at a time", SentenceStore.WITH_LOCKS),
        sentence("Elections: won 20 times, one owner at a time", SentenceStore.WITH_ELECTIONS),
        sentence("with a token that is not greater than that of", SentenceStore.REUSING_TOKENS),
        sentence(
            "Locks: VIOLATION: acquired",
            SentenceStore.REUSING_TOKENS,
            SentenceStore.ACCEPTING_STALE_WRITES),
        sentence(
            "a fenced write of client \\d under .* was acknowledged after another client",
            SentenceStore.ACCEPTING_STALE_WRITES),
        sentence(
            "\\d+ of them beside an owner that was paused on purpose; otherwise one owner",
            SentenceStore.FENCING_PAUSED_OWNERS),
        sentence(
            "Leases: 30 leases expired, none early; with 95 % confidence",
            SentenceStore.EXPIRING_IN_TIME),
        sentence(
            "Leases: VIOLATION: 30 leases expired, 30 of them early", SentenceStore.EXPIRING_EARLY),
        sentence("Watchers: 300 of 300 events delivered\n", SentenceStore.DELIVERING),
        sentence(
            "Watchers: VIOLATION: 294 of 300 events delivered, 6 lost;",
            SentenceStore.LOSING_EVENTS),
        sentence(
            "Watchers: VIOLATION: 300 of 300 events delivered, 6 duplicated;",
            SentenceStore.DUPLICATING_EVENTS),
        sentence("Store: not checked: no server reports its number", SentenceStore.UNCOUNTED),
        sentence("Keys: not read back: storecheck.timeout is 0", SentenceStore.UNREAD),
        sentence(
            "Keys: (MISMATCH: )?50 of 100 keys read back",
            SentenceStore.SAMPLED,
            SentenceStore.SAMPLED_LOSING_INSERTS),
        sentence(
            "; 5 missing, but only 1 write has an unknown outcome\n",
            SentenceStore.LOSING_MORE_THAN_ONE_LATE),
        sentence(
            "; 4 missing, but only 2 writes have an unknown outcome\n",
            SentenceStore.LOSING_MORE_THAN_TWO_LATE),
        sentence(
            "; 40 hold the last acknowledged write, 10 one with an unknown outcome\n",
            SentenceStore.TIMING_OUT_UPDATES),
        sentence(
            "including 100 from before the run",
            SentenceStore.WITH_FEWER_RECORDS,
            SentenceStore.WITH_OTHER_SIZES,
            SentenceStore.BLIND_LOADED_TWICE,
            SentenceStore.BLIND_WITH_OTHER_RECORDS,
            SentenceStore.BLIND_WITH_FOREIGN_KEYS),
        sentence(
            "Values: \\d+ read, of 1,000 bytes\n",
            SentenceStore.HONEST_STORE,
            SentenceStore.LOSING_DELETES,
            SentenceStore.WITH_FEWER_RECORDS,
            SentenceStore.COMPARING,
            SentenceStore.IGNORING_VERSIONS),
        sentence(
            "Values: \\d+ read, of 100 to 200 bytes, 1\\d\\d on average\n",
            SentenceStore.WITH_SIZES),
        sentence(
            "times, one owner at a time; 0 % out of turn\n",
            SentenceStore.WITH_LOCKS,
            SentenceStore.WITH_ELECTIONS,
            SentenceStore.WITH_LOCKS_AND_ELECTIONS),
        sentence(
            "times, one owner at a time; (?!0 %)[\\d.]+ % out of turn\n",
            SentenceStore.WITH_UNFAIR_LOCKS),
        sentence(
            "Locks: acquired or elected 20 times, one owner",
            SentenceStore.WITH_LOCKS_AND_ELECTIONS),
        sentence(
            "beside an owner whose lease may have expired; otherwise one owner at a time",
            SentenceStore.WITH_EXPIRING_LOCKS),
        sentence(
            "Watchers: VIOLATION: 300 of 300 events delivered, 15 out of order;",
            SentenceStore.REORDERING_EVENTS),
        sentence(
            "Watchers: 294 of 300 events delivered, 6 coalesced\n",
            SentenceStore.COALESCING_EVENTS),
        sentence(
            "Verdict: store: .*\\(the same number, within \\d writes with an unknown outcome\\)",
            SentenceStore.LOSING_INSERTS,
            SentenceStore.LOSING_DELETES,
            SentenceStore.WITH_FOREIGN_KEYS,
            SentenceStore.SAMPLED_LOSING_INSERTS,
            SentenceStore.LOSING_MORE_THAN_ONE_LATE,
            SentenceStore.LOSING_MORE_THAN_TWO_LATE),
        sentence(
            "Verdict: store: .*, and 100 fewer or 0 more since writes do not report",
            SentenceStore.BLIND_WITH_FOREIGN_KEYS),
        sentence(
            "Verdict: store: .* acknowledged keys? (is|are) missing",
            SentenceStore.LOSING_INSERTS,
            SentenceStore.SAMPLED_LOSING_INSERTS,
            SentenceStore.LOSING_MORE_THAN_ONE_LATE,
            SentenceStore.LOSING_MORE_THAN_TWO_LATE),
        sentence(
            "Verdict: store: .*not hold the last acknowledged write", SentenceStore.LOSING_UPDATES),
        sentence(
            "Verdict: store: .*found although the delete was acknowledged",
            SentenceStore.LOSING_DELETES),
        sentence(
            "Verdict: store: .*at least 1 unexpected key",
            SentenceStore.WITH_FOREIGN_KEYS,
            SentenceStore.BLIND_WITH_FOREIGN_KEYS),
        sentence(
            "Verdict: store: the store had 100 keys before the run, the workload expects 1,000; 900 of 1,000 keys",
            SentenceStore.WITH_FEWER_RECORDS),
        sentence("Verdict: store check: not performed: no server", SentenceStore.UNCOUNTED),
        sentence(
            "Verdict: store check: no keys were read back: storecheck.timeout is 0",
            SentenceStore.UNREAD),
        sentence(
            "Verdict: store check: 1 key could not be read back: UNAVAILABLE",
            SentenceStore.UNREADABLE),
        sentence("Verdict: overwritten: 100 of 100 inserts", SentenceStore.BLIND_LOADED_TWICE),
        sentence("Verdict: created: 50 records more", SentenceStore.BLIND_WITH_OTHER_RECORDS),
        sentence("Verdict: compare-and-set: 90 of 100", SentenceStore.IGNORING_VERSIONS),
        sentence("Verdict: value sizes: 10 of 10 values", SentenceStore.WITH_OTHER_SIZES));
  }

  @BeforeAll
  static void runAll() throws Exception {
    for (SentenceStore store : SentenceStore.values()) {
      RunResult result = store.run();
      StringBuilder said = new StringBuilder();
      for (StoreFact fact : StoreLine.of(result)) {
        said.append(fact.label()).append(": ").append(fact.text()).append('\n');
      }
      Stream.concat(
              result.verdict().reasons().stream(),
              result.verdict().notes().stream().flatMap(List::stream))
          .filter(reason -> OF_THE_STORE.contains(reason.check()))
          .forEach(
              reason ->
                  said.append(
                      "Verdict: %s: %s (%s)\n"
                          .formatted(reason.check(), reason.observed(), reason.limit())));
      SAID.put(store, said.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("sentences")
  void isSaidByTheStoresForWhichItIsTrueAndNoOthers(Sentence sentence) {
    Pattern pattern = Pattern.compile(sentence.pattern());
    SAID.forEach(
        (store, text) ->
            assertThat(pattern.matcher(text).find())
                .as("%s of %s: %s", sentence, store, text)
                .isEqualTo(sentence.stores().contains(store)));
  }

  @Test
  void everyStoreHasSomethingSaidOfIt() {
    assertThat(SAID.values()).allMatch(text -> text.contains("Store: "));
    assertThat(SAID)
        .allSatisfy(
            (store, text) ->
                assertThat(text.contains("Keys: "))
                    .as("%s: %s", store, text)
                    .isEqualTo(!store.name().startsWith("EXPIRING")));
  }

  /** Numbers are those of the store, and not only well-formed. */
  @Test
  void theNextNumberIsTheOneAfterTheLargestThatWasInserted() {
    Pattern numbers =
        Pattern.compile("Inserts: records up to number (\\d+);.*recordcount=(\\d+)\n");
    SAID.forEach(
        (store, text) -> {
          Matcher found = numbers.matcher(text);
          if (found.find()) {
            assertThat(found.group(1)).as("%s", store).isEqualTo("" + store.highestInserted());
            assertThat(found.group(2)).isEqualTo("" + (store.highestInserted() + 1));
          }
        });
  }

  /** Every sentence in the sources is printed for at least one of the stores. */
  @ParameterizedTest
  @ValueSource(strings = {"StoreLine.java", "StoreContents.java"})
  void everyLiteralIsPartOfWhatIsSaidOfSomeStore(String source) throws Exception {
    assertThat(SourceLiterals.of(source))
        .filteredOn(literal -> !OF_EARLIER_VERSIONS.contains(literal))
        .filteredOn(literal -> !isSaid(Pattern.compile(SourceLiterals.asPattern(literal))))
        .isEmpty();
  }

  private static boolean isSaid(Pattern literal) {
    return SAID.values().stream().anyMatch(text -> literal.matcher(text).find());
  }
}
