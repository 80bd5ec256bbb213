package io.kvbench.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PrimaryOperationsTest {

  @Test
  void singleOperationsAreAll() {
    assertThat(primary(30, Map.of(OperationType.READ, 20, OperationType.UPDATE, 10)))
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.UPDATE);
  }

  @Test
  void requestsThatAreAllCompositesAreThese() {
    assertThat(
            primary(
                10,
                Map.of(
                    OperationType.LOCK, 10,
                    OperationType.UPDATE, 10,
                    OperationType.UNLOCK, 9,
                    OperationType.ABANDON_LOCK, 1,
                    OperationType.CRITICAL_SECTION, 10,
                    OperationType.LOCK_HANDOVER, 8)))
        .containsExactly(OperationType.CRITICAL_SECTION);
    assertThat(
            primary(
                10,
                Map.of(
                    OperationType.READ, 40,
                    OperationType.TRANSACTION, 20,
                    OperationType.STM, 10,
                    OperationType.STM_ATTEMPT, 20)))
        .containsExactly(OperationType.STM);
  }

  @Test
  void otherRequestsStandBesideComposites() {
    assertThat(
            primary(
                30,
                Map.of(
                    OperationType.LOCK, 10,
                    OperationType.FENCED_UPDATE, 10,
                    OperationType.UNLOCK, 10,
                    OperationType.READ, 20,
                    OperationType.CRITICAL_SECTION, 10)))
        .containsExactlyInAnyOrder(OperationType.CRITICAL_SECTION, OperationType.READ);
  }

  @Test
  void whereRequestsAreOfTheSameTypesAsPartsItIsAllSingleOperations() {
    assertThat(
            primary(
                100,
                Map.of(
                    OperationType.READ, 100,
                    OperationType.UPDATE, 50,
                    OperationType.READ_MODIFY_WRITE, 50)))
        .containsExactlyInAnyOrder(OperationType.READ, OperationType.UPDATE);
  }

  @Test
  void timesBetweenOperationsAreNone() {
    assertThat(
            primary(
                10,
                Map.of(
                    OperationType.WATCHED_UPDATE, 10,
                    OperationType.WATCH_CREATE, 100,
                    OperationType.WATCH_DELIVERY, 1000)))
        .containsExactly(OperationType.WATCHED_UPDATE);
    assertThat(OperationType.WATCH_CREATE.hasRate()).isFalse();
    assertThat(OperationType.WATCH_DELIVERY.hasRate()).isTrue();
    assertThat(OperationType.STM_ATTEMPT.hasRate()).isTrue();
  }

  private static Set<OperationType> primary(long requests, Map<OperationType, Integer> counts) {
    Map<OperationType, Map<Status, StatusSnapshot>> operations = new EnumMap<>(OperationType.class);
    counts.forEach((type, count) -> operations.put(type, Map.of(Outcome.OK, Measured.each(count))));
    PhaseMeasurement measured =
        Measured.phase(new Snapshot(operations, TimeHistogram.empty()), requests);
    return PrimaryOperations.of(
        List.of(
            PhaseResult.of(
                new PhasePlan(PhaseName.RUN, 2, Measured.CLOSED, 1000, Optional.empty(), false),
                1,
                0,
                measured,
                Optional.empty())));
  }
}
