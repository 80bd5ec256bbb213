package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.ClockedBinding.Answer;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that times are separate by status, so that failures do not improve successes. */
@Timeout(60)
final class TimesByStatusTest extends ClockedPhaseTests {

  /** Status number n takes 1 ms + n * 50 ms; the next constant is the number of each per client. */
  private static final List<Status> STATUSES = statuses();

  private static final int EACH = 10;

  @Test
  void everyStatusHasTheTimesOfItsOwn() throws Exception {
    PhasePlan plan = closed(64, 64L * EACH * STATUSES.size());

    PhaseMeasurement measured = conduct(plan, store());

    assertThat(measured.recorded().operations().get(OperationType.READ).keySet())
        .containsExactlyInAnyOrderElementsOf(STATUSES);
    for (Status status : STATUSES) {
      var times = reads(measured, status);
      assertThat(times.count()).as(status.name()).isEqualTo(64 * EACH);
      assertTime(times.response().minNanos(), nanos(status));
      assertTime(times.response().percentileNanos(99), nanos(status));
      assertTime(times.service().maxNanos(), nanos(status));
    }
  }

  /**
   * One client of an open loop that is always late: even a failed request has a response time that
   * is longer than its service time.
   */
  @Test
  void alsoResponseTimesThatAreNotServiceTimes() throws Exception {
    int arrivals = 3 * STATUSES.size();
    long[] done = LongStream.range(0, arrivals).map(n -> nanos(at((int) n))).toArray();
    for (int index = 1; index < arrivals; index++) {
      done[index] += done[index - 1];
    }

    PhaseMeasurement measured = conduct(open(1, 1_000, arrivals), store());

    for (int slot = 0; slot < STATUSES.size(); slot++) {
      var times = reads(measured, STATUSES.get(slot));
      assertThat(times.count()).isEqualTo(3);
      assertTime(times.service().maxNanos(), nanos(STATUSES.get(slot)));
      assertTime(times.response().minNanos(), done[slot] - slot * MILLI);
      int last = slot + 2 * STATUSES.size();
      assertTime(times.response().maxNanos(), done[last] - last * MILLI);
    }
  }

  /** Two hours for an answer, and for all that waited for it, exceed the histogram's range. */
  @Test
  void timesOfHoursAreClampedAndCounted() throws Exception {
    PhasePlan plan = open(1, 1, 3);
    ClockedBinding store =
        ClockedBinding.answering(
            clock,
            (client, index) ->
                new Answer(Outcome.OK, index == 0 ? Duration.ofHours(2) : Duration.ofMillis(1)),
            Duration.ZERO);

    PhaseMeasurement measured = conduct(plan, store);

    var times = reads(measured, Outcome.OK);
    assertThat(times.response().count()).isEqualTo(3);
    assertThat(times.response().overRange()).isEqualTo(3);
    assertTime(times.response().minNanos(), TimeHistogram.HIGHEST_NANOS);
    assertThat(times.service().overRange()).isEqualTo(1);
    assertTime(times.service().percentileNanos(50), MILLI);
    assertTime(times.service().maxNanos(), TimeHistogram.HIGHEST_NANOS);
    assertThat(measured.recorded().lag().overRange()).isEqualTo(2);
    // The account is not limited by the histogram's range.
    assertThat(measured.clientTime().okNanos()).isEqualTo(7_200 * SECOND + 2 * MILLI);
  }

  private ClockedBinding store() {
    return ClockedBinding.answering(
        clock,
        (client, index) -> new Answer(at(index), Duration.ofNanos(nanos(at(index)))),
        Duration.ZERO);
  }

  private static Status at(int index) {
    return STATUSES.get(index % STATUSES.size());
  }

  private static long nanos(Status status) {
    return MILLI + STATUSES.indexOf(status) * 50L * MILLI;
  }

  private static List<Status> statuses() {
    List<Status> all = new ArrayList<>(List.of(Outcome.values()));
    all.addAll(List.of(ErrorKind.values()));
    return List.copyOf(all);
  }
}
