package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhasePlanTest {

  @ParameterizedTest
  @CsvSource({"1,0", "1,10", "3,10", "7,7", "7,3", "1000,1000003", "64,9223372036854775806"})
  void theSharesAreEvenAndAddUp(int clients, long requests) {
    PhasePlan plan = plan(clients, requests, Optional.empty());

    long[] shares = IntStream.range(0, clients).mapToLong(plan::share).toArray();

    assertThat(IntStream.range(0, clients).mapToLong(plan::share).sum()).isEqualTo(requests);
    assertThat(shares).isSortedAccordingTo((one, other) -> Long.compare(other, one));
    assertThat(shares[0] - shares[clients - 1]).isBetween(0L, 1L);
  }

  @Test
  void withoutALimitEveryoneHasAShareWithoutALimit() {
    PhasePlan plan = plan(3, PhasePlan.UNLIMITED, Optional.of(Duration.ofSeconds(1)));

    assertThat(plan.share(0)).isEqualTo(PhasePlan.UNLIMITED);
    assertThat(plan.share(2)).isEqualTo(PhasePlan.UNLIMITED);
  }

  @Test
  void needsAClientAndAnEnd() {
    assertThatIllegalArgumentException().isThrownBy(() -> plan(0, 1, Optional.empty()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(1, PhasePlan.UNLIMITED, Optional.empty()));
  }

  private static PhasePlan plan(int clients, long requests, Optional<Duration> duration) {
    return new PhasePlan(
        PhaseName.RUN, clients, new LoadModel.ClosedLoop(), requests, duration, false);
  }
}
