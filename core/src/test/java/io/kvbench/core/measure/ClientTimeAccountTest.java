package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ClientTimeAccountTest {
  private final ClientTimeAccount account = new ClientTimeAccount(100);

  @Test
  void everyNanosecondIsWrittenDownOnce() {
    account.waitUntil(110);
    account.operation(Outcome.OK, 113, 150);
    account.operation(Outcome.NOT_FOUND, 151, 155);
    account.operation(ErrorKind.TIMEOUT, 155, 200);
    account.reconnectUntil(260);
    account.thinkUntil(280);
    account.holdUntil(300);
    account.harnessUntil(302);
    account.idleUntil(1000);

    ClientTime time = account.snapshot(1000);

    assertThat(time)
        .isEqualTo(
            new ClientTime(
                900,
                37,
                Map.of(Outcome.NOT_FOUND, 4L),
                Map.of(ErrorKind.TIMEOUT, 45L),
                60,
                OptionalLong.of(0),
                10,
                20,
                OptionalLong.of(20),
                698,
                3 + 1 + 2));
    assertThat(time.accountedNanos()).isEqualTo(time.totalNanos());
    assertThat(time.busyNanos()).isEqualTo(37 + 4 + 45);
  }

  @Test
  void anAnswerStampedBeforeTheLastEntryTakesNoTimeAway() {
    account.harnessUntil(200);
    account.operation(Outcome.OK, 150, 180);
    account.harnessUntil(210);

    assertThat(account.snapshot(210).accountedNanos()).isEqualTo(110);
    assertThat(account.snapshot(210).okNanos()).isZero();
  }

  @Test
  void accountsAddUp() {
    account.operation(ErrorKind.TIMEOUT, 100, 200);
    ClientTime one = account.snapshot(200);

    ClientTime two = one.plus(one).plus(ClientTime.none());

    assertThat(two.totalNanos()).isEqualTo(200);
    assertThat(two.errorNanos()).containsExactly(Map.entry(ErrorKind.TIMEOUT, 200L));
  }
}
