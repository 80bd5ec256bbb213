package io.kvbench.bindings.consul.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsulFailureTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          500 | No cluster leader                                        | UNAVAILABLE
          500 | rpc error making call: leadership lost while committing log | UNAVAILABLE
          500 | rpc error getting client: failed to get conn: EOF        | UNAVAILABLE
          500 | No path to datacenter                                    | UNAVAILABLE
          500 | something else                                           | OTHER
          500 | Permission denied: token lacks permission                | UNAUTHORIZED
          403 | ACL not found                                            | UNAUTHORIZED
          429 | rate limit exceeded, try again later                     | THROTTLED
          503 | rate limit exceeded for operation that can only be performed by the leader | THROTTLED
          503 | upstream is away                                         | UNAVAILABLE
          413 | Request body too large                                   | TOO_LARGE
          431 | Request Header Fields Too Large                          | TOO_LARGE
          400 | Missing key name                                         | INVALID
          307 |                                                          | INVALID
          418 | teapot                                                   | OTHER
          """)
  void tellsKindsApart(int status, String body, ErrorKind kind) {
    assertThat(ConsulFailure.of(status, body == null ? "" : body).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          lead thread didn't get connection | lead thread didn't get connection
          token with AccessorID '00000000-0000-0000-0000-000000000002' lacks permission 'key:write' on "kvbench/a" | token with AccessorID ... lacks permission 'key:write' on ...
          dial tcp 127.0.0.2:0->127.0.0.2:8300: connect: connection refused | dial tcp ...->...: connect: connection refused
          dial tcp [::1]:8300: refused | dial tcp ...: refused
          Request body(524289 bytes) too large, max size: 524288 bytes. | Request body(... bytes) too large, max size: ... bytes.
          """)
  void leavesOutWhatDiffersEveryTime(String said, String message) {
    assertThat(ConsulFailure.stable(said)).isEqualTo(message);
  }

  @Test
  void keepsTheFirstLineAndNotTooMuchOfIt() {
    assertThat(ConsulFailure.stable("one\ntwo")).isEqualTo("one");
    assertThat(ConsulFailure.stable("x".repeat(1000))).hasSizeLessThan(200);
    assertThat(ConsulFailure.of(500, " ").message()).isEqualTo("HTTP status 500");
  }
}
