package io.kvbench.core.consistency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.history.HistorySource;
import io.kvbench.core.history.MemoryHistory;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ConsistencyCheckTest {
  private static ConsistencyRules.Builder rules() {
    return ConsistencyRules.builder()
        .threads(1)
        .loadedKeys(1000)
        .promise(ReadConsistency.STALE, ReadPromise.SESSION)
        .versions(VersionScope.STORE);
  }

  private static MemoryHistory history() throws IOException {
    HistoryScript script = new HistoryScript();
    new CorrectStore(3, 8, 300, 100, 0, 0.02).run(script.history(), 50, 500);
    for (int key = 0; key < 40; key += 2) {
      script
          .write(10, 20, key, 1 + key)
          .write(30, 40, key, 2 + key)
          .read(50, 60 + key, key, 1 + key);
    }
    return script.history();
  }

  @Test
  void partitionsAndThreadsMakeNoDifference() throws IOException {
    MemoryHistory history = history();
    ConsistencyReport once = new ConsistencyCheck(rules().build()).check(history);

    assertThat(new ConsistencyCheck(rules().memoryBytes(30_000).threads(3).build()).check(history))
        .isEqualTo(once);
    assertThat(once.totals())
        .containsExactly(new ConsistencyReport.Total(ViolationKind.LOST_WRITE, 20, 20));
    assertThat(once.violations()).hasSizeLessThan(20);
    assertThat(once.operations()).isGreaterThan(3000);
    assertThat(once.coverage()).isBetween(0.1, 0.99);
  }

  @Test
  void anInterruptionEndsTheCheck() {
    HistoryScript script = new HistoryScript();
    script.write(10, 20, 1, 1).read(30, 40, 1, 1);
    ConsistencyCheck check = new ConsistencyCheck(rules().build());

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> check.check(script.history()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void nothingFollowsFromMissingOperations() throws IOException {
    HistoryScript script = new HistoryScript();
    script.readBytes(10, 20, 1, ValueIdentity.of(9, 9)).read(30, 40, 2, 0);
    MemoryHistory history = script.history();
    HistorySource incomplete =
        new HistorySource() {
          @Override
          public void forEach(BlockVisitor visitor) throws IOException {
            history.forEach(visitor);
          }

          @Override
          public long dropped() {
            return 5;
          }
        };

    ConsistencyReport report = new ConsistencyCheck(rules().build()).check(incomplete);

    assertThat(report.holds()).isTrue();
    assertThat(report.undecided()).isEqualTo(1);
    assertThat(report.dropped()).isEqualTo(5);
    assertThat(new ConsistencyCheck(rules().build()).check(history).totals())
        .extracting(ConsistencyReport.Total::kind)
        .containsExactly(ViolationKind.NEVER_WRITTEN, ViolationKind.PHANTOM_ABSENCE);
  }
}
