package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientRecorder;
import io.kvbench.core.measure.Disturbance;
import io.kvbench.core.measure.OfferedLoad;
import io.kvbench.core.measure.Recorder;
import io.kvbench.core.measure.Recovery;
import io.kvbench.core.measure.RecoveryRule;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.content.FaultsSheet;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.FaultResult.RecoveryResult;
import io.kvbench.results.format.Incidents;
import io.kvbench.results.format.PhaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the sentences on the recovery of a store from a fault, each with the stores for which it
 * is true and no others.
 */
class RecoverySentencesTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final Map<Store, String> SAID = new TreeMap<>();

  /**
   * The times of answers, in seconds; there is a fault after 10 s, and in some cases a second one.
   */
  @SuppressWarnings("ImmutableEnumChecker") // The array is never modified.
  enum Store {
    UNDISTURBED(30, 0, 30),
    STALLED(30, 0, 10, 12, 30),
    STALLED_TWICE(30, 0, 10, 12, 13, 17, 30),
    SLOWER(30, 0, 10),
    DEAD(30, 0, 10),
    DEAD_FOR_LONG(700, 0, 10),
    SILENT_BEFORE(30, 11, 30),
    BACK_AFTER_THE_RESTART(30, 0, 10, 18, 30),
    BETWEEN_KILL_AND_RESTART(30, 0, 10, 12, 15);

    private final int seconds;
    private final int[] answers;

    Store(int seconds, int... answers) {
      this.seconds = seconds;
      this.answers = answers;
    }

    String said() {
      Recorder recorder = new Recorder(false, 1);
      ClientRecorder client = recorder.client(0);
      List<Ticks> ticks = new ArrayList<>();
      for (int part = 0; part < answers.length; part += 2) {
        for (long second = answers[part]; second < answers[part + 1]; second++) {
          answer(client, second, 1);
          collect(recorder, ticks);
        }
      }
      if (this == SLOWER) {
        for (long second = 12; second < seconds; second++) {
          answer(client, second, 2);
        }
      }
      if (this == DEAD) {
        for (int number = 0; number < 7; number++) {
          client.record(OperationType.READ, ErrorKind.CONNECTION_LOST, 11 * SECOND, SECOND, SECOND);
        }
      }
      collect(recorder, ticks);
      boolean restarted = this == BACK_AFTER_THE_RESTART || this == BETWEEN_KILL_AND_RESTART;
      List<Disturbance> faults = new ArrayList<>(List.of(fault(10)));
      if (restarted) {
        faults.add(fault(16));
      }
      return rows(
          faults,
          RecoveryRule.recoveries(Ticks.sum(ticks), faults, OfferedLoad.none(), seconds * SECOND));
    }

    private static Disturbance fault(long second) {
      return new Disturbance(second * SECOND, second * SECOND + 1);
    }

    private static void answer(ClientRecorder client, long second, int period) {
      for (long milli = 0; milli < 1_000; milli += period) {
        client.record(
            OperationType.READ, Outcome.OK, second * SECOND + milli * MILLI, MILLI / 2, MILLI / 2);
      }
    }

    private static void collect(Recorder recorder, List<Ticks> ticks) {
      recorder.collect();
      ticks.add(recorder.ticks());
    }

    private String rows(List<Disturbance> faults, List<List<Recovery>> recoveries) {
      PhaseResult phase =
          new RunBuilder("store").lasting(seconds, 0, 0).result().phases().getFirst();
      List<FaultResult> results = new ArrayList<>();
      for (int index = 0; index < faults.size(); index++) {
        results.add(
            new FaultResult(
                "fault",
                index == 0 ? "KILL" : "RESTART",
                "node-1",
                "leader",
                faults.get(index).beginNanos(),
                1,
                OptionalLong.empty(),
                OptionalLong.empty(),
                recoveries.get(index).stream().map(RecoveryResult::of).toList()));
      }
      return FaultsSheet.of(
              phase.with(
                  copy ->
                      copy.incidents =
                          new Incidents(
                              Optional.of(results), Optional.of(List.of()), Optional.empty())))
          .rows()
          .stream()
          .map(row -> CellText.plain(row.getLast()))
          .collect(Collectors.joining("\n"));
    }
  }

  /** A sentence, and the stores for which it is true. */
  record Sentence(String pattern, Set<Store> stores) {
    @Override
    public String toString() {
      return pattern;
    }
  }

  private static Sentence sentence(String pattern, Store... stores) {
    return new Sentence(pattern, Set.of(stores));
  }

  static List<Sentence> sentences() {
    return List.of(
        sentence("killed .*\n.*first success after 10.0 ms", Store.UNDISTURBED),
        sentence(
            "killed .*\n.*first success after 2.01 s",
            Store.STALLED,
            Store.STALLED_TWICE,
            Store.SLOWER,
            Store.BETWEEN_KILL_AND_RESTART),
        sentence("killed .*\n.*first success after 8.01 s", Store.BACK_AFTER_THE_RESTART),
        sentence("killed .*\n.*first success after 1.01 s", Store.SILENT_BEFORE),
        sentence("restarted .*\n.*first success after 2.01 s", Store.BACK_AFTER_THE_RESTART),
        sentence("no successful operation afterwards", Store.DEAD, Store.BETWEEN_KILL_AND_RESTART),
        sentence("no successful operation within 10 min", Store.DEAD_FOR_LONG),
        sentence("no earlier rate to compare with", Store.SILENT_BEFORE),
        sentence(
            "back at 95 % of 1,000/s after",
            Store.UNDISTURBED,
            Store.STALLED,
            Store.STALLED_TWICE,
            Store.BACK_AFTER_THE_RESTART,
            Store.BETWEEN_KILL_AND_RESTART),
        sentence(
            "back at 95 % of [\\d,]+/s( \\(over 4.0 s\\))? not reached again",
            Store.SLOWER, Store.DEAD, Store.DEAD_FOR_LONG, Store.BETWEEN_KILL_AND_RESTART),
        sentence("no outage", Store.UNDISTURBED),
        // The first second with the previous rate ends the report of a fault.
        sentence(
            "killed .*\n.*longest outage 1.99 s",
            Store.STALLED,
            Store.STALLED_TWICE,
            Store.SLOWER,
            Store.BETWEEN_KILL_AND_RESTART),
        sentence("restarted .*\n.*longest outage 1.99 s", Store.BACK_AFTER_THE_RESTART),
        sentence("killed .*\n.*longest outage 7.99 s", Store.BACK_AFTER_THE_RESTART),
        sentence("longest outage 20.0 s", Store.DEAD),
        sentence("errors: 7 CONNECTION_LOST \\(first after 1.01 s\\)", Store.DEAD),
        sentence(
            "; no errors",
            Store.UNDISTURBED,
            Store.STALLED,
            Store.STALLED_TWICE,
            Store.SLOWER,
            Store.DEAD_FOR_LONG,
            Store.SILENT_BEFORE,
            Store.BACK_AFTER_THE_RESTART,
            Store.BETWEEN_KILL_AND_RESTART));
  }

  @BeforeAll
  static void runAll() {
    for (Store store : Store.values()) {
      SAID.put(store, store.said());
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
}
