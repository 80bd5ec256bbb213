package io.kvbench.results.verdict;

import static io.kvbench.results.format.Measured.CLOSED;
import static io.kvbench.results.format.Measured.mostly;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.Measured;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Reason;
import io.kvbench.results.format.Verdict.Validity;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Tests of the note on records that fit into the servers' memory, which is no reason to doubt the
 * figures.
 */
class WorkingSetTest {
  private static final long GIBI = 1L << 30;
  private static final PhaseResult READS = phase(PhaseName.RUN, OperationType.READ, Outcome.OK);

  @Test
  void aNoteIsNoReasonForDoubt() {
    Verdict verdict = judge(1 << 20, READS, 8 * GIBI);

    assertThat(verdict.validity()).isEqualTo(Validity.VALID);
    assertThat(verdict.reasons()).isEmpty();
    assertThat(verdict.notes().orElseThrow())
        .containsExactly(
            new Reason(
                "working set",
                "run phase: reads may be served from memory: 1,048,576 records of 1 KiB are 1 GiB;"
                    + " a server's host has 8 GiB of memory",
                "noted below 50 % of the memory, verdict.workingset"));
  }

  @Test
  void theLimitIsAShareOfTheLeastMemory() {
    assertThat(judge(1 << 20, READS, 8 * GIBI, 2 * GIBI + 2048).notes()).isPresent();
    assertThat(judge(1 << 20, READS, 8 * GIBI, 2 * GIBI).notes()).isEmpty();
  }

  @Test
  void itsPropertyMovesTheLimit() {
    assertThat(judge(1 << 20, READS, List.of("verdict.workingset=10%"), 8 * GIBI).notes())
        .isEmpty();
    assertThat(judge(1 << 20, READS, List.of("verdict.workingset=10%"), 11 * GIBI).notes())
        .isPresent();
  }

  @Test
  void recordsThatAPhaseInsertsCount() {
    PhaseResult inserting =
        Measured.result(
            PhaseName.RUN,
            CLOSED,
            Measured.phase(
                mostly(OperationType.READ, 1000, Outcome.OK, 0)
                    .plus(mostly(OperationType.INSERT, 1000, Outcome.OK, 0))));
    long memory = 2048L * ((1 << 20) + 999);

    assertThat(judge(1 << 20, READS, memory).notes()).isPresent();
    assertThat(judge(1 << 20, inserting, memory).notes()).isEmpty();
  }

  @Test
  void onlyPhasesThatReadAreJudged() {
    for (OperationType type : List.of(OperationType.INSERT, OperationType.UPDATE)) {
      assertThat(judge(1 << 20, phase(PhaseName.RUN, type, Outcome.OK), 8 * GIBI).notes())
          .as("%s", type)
          .isEmpty();
    }
    assertThat(judge(1 << 20, phase(PhaseName.RUN, OperationType.SCAN, Outcome.OK), 8 * GIBI))
        .satisfies(verdict -> assertThat(verdict.notes()).isPresent());
  }

  @Test
  void whatIsNotKnownIsNotNoted() {
    assertThat(judge(0, READS, 8 * GIBI).notes()).as("records").isEmpty();
    assertThat(judge(1 << 20, READS).notes()).as("servers").isEmpty();

    HostsResult one = SampledHosts.servers(READS, OptionalLong.of(8 * GIBI), OptionalLong.empty());
    assertThat(judge(1 << 20, READS, List.of(), one).notes()).as("memory of one").isEmpty();
  }

  private static PhaseResult phase(PhaseName name, OperationType type, Outcome outcome) {
    return Measured.result(name, CLOSED, Measured.phase(mostly(type, 1000, outcome, 0)));
  }

  private static Verdict judge(long records, PhaseResult phase, long... memoryBytes) {
    return judge(records, phase, List.of(), memoryBytes);
  }

  private static Verdict judge(
      long records, PhaseResult phase, List<String> limits, long... memoryBytes) {
    OptionalLong[] memory =
        Arrays.stream(memoryBytes).mapToObj(OptionalLong::of).toArray(OptionalLong[]::new);
    return judge(records, phase, limits, SampledHosts.servers(phase, memory));
  }

  private static Verdict judge(
      long records, PhaseResult phase, List<String> limits, HostsResult hosts) {
    return VerdictFixtures.judge(
        VerdictFixtures.hosts(hosts, new Evidence.Records(records, 1024, false, 0), phase),
        limits.toArray(String[]::new));
  }
}
