package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScansTest {
  private static final String THREE =
      """
      [{"LockIndex":0,"Key":"p/a","Flags":0,"Value":"eA==","CreateIndex":7,"ModifyIndex":7},
       {"LockIndex":0,"Key":"p/\\u003cb","Flags":0,"Value":null,"CreateIndex":8,"ModifyIndex":8},
       {"Value":"eA==","More":{"Key":["p/z"]},"Key":"p/c"}]
      """;

  /** Bytes before and after the body belong to others. */
  private static ByteBuffer body(String text) {
    byte[] bytes = ("[]" + text + "[]").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.wrap(bytes, 2, bytes.length - 4);
  }

  @ParameterizedTest
  @CsvSource({"p/, 100, 3", "p/, 2, 2", "p/a, 100, 3", "p/b, 100, 1", "p/c, 1, 1", "p/d, 9, 0"})
  void takesRecordsFromTheStartOnUpToTheLimit(String start, int limit, int count)
      throws IOException {
    String inOrder = THREE.replace("\\u003cb", "aa");
    assertThat(Scans.count(body(inOrder), start, limit)).isEqualTo(count);
  }

  @Test
  void readsWhatIsEscaped() throws IOException {
    assertThat(Scans.count(body(THREE), "p/<b", 100)).isEqualTo(3);
    assertThat(Scans.count(body(THREE), "p/<c", 100)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "true", "{}", "[{\"Key\":\"p/a\"", "[{\"Key\":", "<html>"})
  void refusesWhatIsNoList(String text) {
    assertThatThrownBy(() -> Scans.count(body(text), "p/", 100)).isInstanceOf(IOException.class);
  }
}
