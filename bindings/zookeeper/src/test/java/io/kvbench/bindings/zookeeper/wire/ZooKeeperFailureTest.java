package io.kvbench.bindings.zookeeper.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ZooKeeperFailureTest {
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
    "MARSHALLINGERROR, OTHER",
    "SYSTEMERROR, OTHER",
  })
  void mapsCodes(Code code, ErrorKind kind) {
    assertThat(ZooKeeperFailure.of(code.intValue()).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @EnumSource(Code.class)
  void nameEveryCode(Code code) {
    assertThat(ZooKeeperFailure.of(code.intValue()).message()).startsWith(code.name() + ": ");
  }

  @Test
  void copesWithCodesOfLaterServers() {
    assertThat(ZooKeeperFailure.of(-4711))
        .isEqualTo(new ZooKeeperFailure(ErrorKind.OTHER, "unknown result code -4711"));
  }
}
