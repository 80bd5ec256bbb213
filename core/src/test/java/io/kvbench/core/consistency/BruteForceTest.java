package io.kvbench.core.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.consistency.SmallHistory.Mix;
import io.kvbench.core.history.KeyColumns;
import io.kvbench.core.history.KeyPartition;
import io.kvbench.core.history.MemoryHistory;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random small histories, checked and searched exhaustively. */
class BruteForceTest {
  /** Of each of the four mixes. */
  private static final int HISTORIES = 25_000;

  /** The results of both. */
  private static final class Tally {
    private int linearizable;
    private int missed;
    private int falseAlarms;
    private int undecided;
    private String example = "";
  }

  private static Tally compare(Mix mix, int histories) throws IOException {
    ConsistencyRules rules =
        ConsistencyRules.builder().threads(1).loadedKeys(Long.MAX_VALUE).build();
    Random random = new Random(42);
    Tally tally = new Tally();
    for (int count = 0; count < histories; count++) {
      SmallHistory history = SmallHistory.random(random, mix);
      boolean truth = history.isLinearizable();
      KeyFindings findings = check(rules, history.recorded());
      ConsistencyReport report = findings.report(rules, 0, 1, 0);
      tally.linearizable += truth ? 1 : 0;
      if (truth != report.holds()) {
        tally.falseAlarms += truth ? 1 : 0;
        tally.missed += truth || report.undecided() > 0 ? 0 : 1;
        tally.undecided += truth || report.undecided() == 0 ? 0 : 1;
        tally.example =
            "%d missed, %d undecided, %d false: %s %s"
                .formatted(tally.missed, tally.undecided, tally.falseAlarms, history, report);
      }
    }
    return tally;
  }

  private static KeyFindings check(ConsistencyRules rules, MemoryHistory history)
      throws IOException {
    KeyFindings findings = new KeyFindings();
    int[] records = new int[1];
    history.forEach(block -> records[0] += block.count());
    KeyColumns columns = KeyColumns.read(history, new KeyPartition(0, 1, records[0]));
    new SingleKeyCheck(rules, columns, false).check(0, findings);
    return findings;
  }

  @Test
  void readsAndWritesAreExact() throws IOException {
    Tally tally = compare(new Mix(false, false, false), HISTORIES);
    assertThat(tally.falseAlarms + tally.missed + tally.undecided).as(tally.example).isZero();
    assertThat(tally.linearizable).isBetween(HISTORIES / 2, HISTORIES * 9 / 10);
  }

  @Test
  void compareAndSetsAreExact() throws IOException {
    Tally tally = compare(new Mix(true, false, false), HISTORIES);
    assertThat(tally.falseAlarms + tally.missed + tally.undecided).as(tally.example).isZero();
    assertThat(tally.linearizable).isBetween(HISTORIES / 2, HISTORIES * 9 / 10);
  }

  @Test
  void refusalsNeverAccuseFalsely() throws IOException {
    Tally tally = compare(new Mix(true, true, false), HISTORIES);
    assertThat(tally.falseAlarms).as(tally.example).isZero();
    assertThat(tally.missed + tally.undecided).as(tally.example).isZero();
  }

  @Test
  void insertsAndDeletesNeverAccuseFalsely() throws IOException {
    Tally tally = compare(new Mix(true, true, true), HISTORIES);
    assertThat(tally.falseAlarms).as(tally.example).isZero();
    assertThat(tally.missed + tally.undecided).as(tally.example).isZero();
  }
}
