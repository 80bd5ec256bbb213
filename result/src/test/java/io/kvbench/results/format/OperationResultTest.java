package io.kvbench.results.format;

import static io.kvbench.results.format.Measured.each;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationResultTest {

  @Test
  void everyStatusIsCountedWhereItBelongs() {
    OperationResult result =
        OperationResult.of(
            Map.of(
                Outcome.OK, each(7),
                Outcome.NOT_FOUND, each(5),
                ErrorKind.TIMEOUT, each(3),
                ErrorKind.ABANDONED, each(1)));

    assertThat(result.count()).isEqualTo(16);
    assertThat(result.okCount()).isEqualTo(7);
    assertThat(result.errorCount()).isEqualTo(4);
    assertThat(result.outcomes()).isEqualTo(Map.of(Outcome.OK, 7L, Outcome.NOT_FOUND, 5L));
    assertThat(result.errors()).isEqualTo(Map.of(ErrorKind.TIMEOUT, 3L, ErrorKind.ABANDONED, 1L));
    assertThat(result.otherTimes()).containsOnlyKeys("NOT_FOUND", "TIMEOUT", "ABANDONED");
  }

  @Test
  void theTimesAreThoseOfSuccessAndTheOthersAreKeptApart() {
    OperationResult result =
        OperationResult.of(
            Map.of(
                Outcome.OK,
                new StatusSnapshot(
                    TimeHistogram.ofNanos(8_000_000), TimeHistogram.ofNanos(2_000_000)),
                ErrorKind.TIMEOUT,
                Measured.times(1_000_000_000)));

    assertThat(result.response().count()).isEqualTo(1);
    assertThat(result.response().maxMicros()).isBetween(7_990L, 8_010L);
    assertThat(result.service().maxMicros()).isBetween(1_990L, 2_010L);
    assertThat(result.otherTimes().get("TIMEOUT").response().maxMicros())
        .isBetween(999_000L, 1_001_000L);
  }

  @Test
  void withoutASuccessThereAreNoTimesOfSuccess() {
    OperationResult result = OperationResult.of(Map.of(Outcome.ALREADY_EXISTS, each(4)));

    assertThat(result.count()).isEqualTo(4);
    assertThat(result.okCount()).isZero();
    assertThat(result.response().count()).isZero();
    assertThat(result.service().count()).isZero();
  }

  @Test
  void aSnapshotHasAResultForEveryTypeThatWasSeen() {
    Map<OperationType, OperationResult> results =
        OperationResult.of(
            Measured.snapshot(
                Map.of(
                    OperationType.READ, Map.of(Outcome.OK, each(2)),
                    OperationType.SCAN, Map.of(ErrorKind.OTHER, each(1)))));

    assertThat(results).containsOnlyKeys(OperationType.READ, OperationType.SCAN);
    assertThat(results.get(OperationType.SCAN).errorCount()).isEqualTo(1);
  }
}
