package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.kvbench.core.engine.ClockedBinding.Answer;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests by Little's law: the mean number of operations in flight is their rate times their mean
 * time. The three are measured independently, so agreement shows that none omits anything.
 */
@Timeout(60)
final class ConcurrencyTest extends ClockedPhaseTests {

  @Test
  void ofClientsThatAreAlwaysBusyIsTheirNumber() throws Exception {
    PhasePlan plan = closed(500, 5_000);

    SendingRates rates =
        new SendingRates(
            conduct(plan, answering((client, index) -> new Answer(Outcome.OK, millis(10)))));

    assertThat(rates.concurrency()).isEqualTo(500);
    assertThat(rates.okPerSecond()).isEqualTo(50_000);
  }

  @Test
  void isThroughputTimesMeanTimeInAClosedLoop() throws Exception {
    PhasePlan plan = closed(64, 2_000);

    PhaseMeasurement measured = conduct(plan, answering(drawn(Outcome.OK)));

    SendingRates rates = new SendingRates(measured);
    double mean = measured.recorded().okResponse().meanNanos() / SECOND;
    assertThat(rates.concurrency()).isCloseTo(rates.okPerSecond() * mean, withinPercentage(0.1));
    assertThat(rates.concurrency()).isBetween(1.0, 63.9);
  }

  /** An arrival that waits for a client is not in flight: service time counts. */
  @Test
  void isThroughputTimesMeanServiceTimeInAnOpenLoop() throws Exception {
    PhasePlan plan = open(64, 700, 2_000);

    PhaseMeasurement measured = conduct(plan, answering(drawn(Outcome.OK)));

    SendingRates rates = new SendingRates(measured);
    StatusSnapshot times = reads(measured, Outcome.OK);
    assertThat(rates.concurrency())
        .isCloseTo(
            rates.okPerSecond() * times.service().meanNanos() / SECOND,
            withinPercentage(2)); // the mean includes the operations of the drain
    assertThat(times.response().meanNanos())
        .as("with this load some had to wait")
        .isGreaterThan(times.service().meanNanos() * 1.05);
  }

  @Test
  void countsOperationsHoweverTheyEnd() throws Exception {
    PhasePlan plan = closed(64, 2_000);

    PhaseMeasurement measured =
        conduct(plan, answering(drawn(Outcome.OK, Outcome.NOT_FOUND, ErrorKind.TIMEOUT)));

    double perSecondTimesMean =
        measured.recorded().operations().get(OperationType.READ).values().stream()
            .mapToDouble(times -> times.count() * times.service().meanNanos())
            .sum();
    double inWindow = perSecondTimesMean - measured.drain().orElseThrow().busyNanos();
    assertThat(new SendingRates(measured).concurrency())
        .isCloseTo(inWindow / measured.sendingNanos(), withinPercentage(0.1));
  }

  private static ClockedBinding.Answers drawn(Status... statuses) {
    Answer[] answers = new Answer[4_096];
    Random random = new Random(5);
    for (int index = 0; index < answers.length; index++) {
      answers[index] =
          new Answer(
              statuses[random.nextInt(statuses.length)],
              Duration.ofNanos(1_000_000 + random.nextInt(200_000_000)));
    }
    return (client, index) -> answers[(client * 61 + index) % answers.length];
  }

  private ClockedBinding answering(ClockedBinding.Answers answers) {
    return ClockedBinding.answering(clock, answers, Duration.ZERO);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
