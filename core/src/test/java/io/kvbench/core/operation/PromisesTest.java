package io.kvbench.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PromisesTest {
  private static final Operation UPDATE = new Operation.Update(Key.of("k"), Value.of(new byte[0]));

  @Test
  void whatIsNotPromisedIsTheWeakest() {
    Promises none = new Promises(Map.of(), Set.of(), VersionScope.NONE);
    for (ReadConsistency consistency : ReadConsistency.values()) {
      assertThat(none.of(consistency)).isEqualTo(ReadPromise.ANY);
    }
    assertThat(Promises.UNDECLARED.of(ReadConsistency.LINEARIZABLE))
        .isEqualTo(ReadPromise.LINEARIZABLE);
  }

  @Test
  void aSystemHasMoreStatusesThatLeaveDoubt() {
    Promises proxied = Promises.UNDECLARED.doubting(Outcome.CONFLICT);
    assertThat(Promises.UNDECLARED.leavesDoubt(UPDATE, Outcome.CONFLICT)).isFalse();
    assertThat(proxied.leavesDoubt(UPDATE, Outcome.CONFLICT)).isTrue();
    assertThat(proxied.leavesDoubt(UPDATE, ErrorKind.TIMEOUT)).isTrue();
    assertThat(proxied.leavesDoubt(UPDATE, ErrorKind.INVALID)).isFalse();
  }

  @Test
  void aWatchThatReportedAnotherWriteHasWritten() {
    Operation watch = new Operation.Watch(Key.of("k"), Value.of(new byte[0]));
    assertThat(Promises.UNDECLARED.leavesDoubt(watch, Outcome.CONFLICT)).isTrue();
    assertThat(Promises.UNDECLARED.leavesDoubt(watch, Outcome.NOT_FOUND)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void afterAWriteEveryErrorLeavesDoubt(ErrorKind kind) {
    assertThat(kind.afterWrite().leavesDoubt()).isTrue();
    assertThat(kind.afterWrite() == kind).isEqualTo(kind.leavesDoubt());
  }
}
