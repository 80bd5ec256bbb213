package io.kvbench.bindings.zookeeper.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FailureTest {
  @ParameterizedTest
  @CsvSource({
    "CONNECTIONLOSS, CONNECTION_LOST",
    "SESSIONEXPIRED, SESSION_EXPIRED",
    "OPERATIONTIMEOUT, TIMEOUT",
    "REQUESTTIMEOUT, TIMEOUT",
    "AUTHFAILED, UNAUTHORIZED",
    "NOAUTH, UNAUTHORIZED",
    "THROTTLEDOP, THROTTLED",
    "NOTREADONLY, UNAVAILABLE",
    "INVALIDACL, INVALID",
    "QUOTAEXCEEDED, TOO_LARGE",
    "SYSTEMERROR, OTHER",
  })
  void mapsCodes(Code code, ErrorKind kind) {
    assertThat(Failure.of(code.intValue()).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @EnumSource(Code.class)
  void nameEveryCode(Code code) {
    assertThat(Failure.of(code.intValue()).message()).startsWith(code.name() + ": ");
  }

  @Test
  void copesWithCodesOfLaterServers() {
    assertThat(Failure.of(-4711))
        .isEqualTo(new Failure(ErrorKind.OTHER, "unknown result code -4711"));
  }
}
