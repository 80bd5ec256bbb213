package io.kvbench.core.workload.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FnvTest {

  /** From the test vectors that the hash's authors publish. */
  @Test
  void hashesBytesAsItsAuthorsDo() {
    assertThat(Fnv.ofBytes(new byte[0])).isEqualTo(0xcbf29ce484222325L);
    assertThat(Fnv.ofBytes("a".getBytes(US_ASCII))).isEqualTo(0xaf63dc4c8601ec8cL);
    assertThat(Fnv.ofBytes("foobar".getBytes(US_ASCII))).isEqualTo(0x85944171f73967e8L);
  }

  @Test
  void hashesANumberAsItsEightBytesFromTheLowest() {
    assertThat(Fnv.ofNumber(0x0102_0304_0506_0708L))
        .isEqualTo(Math.abs(Fnv.ofBytes(new byte[] {8, 7, 6, 5, 4, 3, 2, 1})));
  }

  /** The key of record 0 in every store that YCSB has loaded: user6284781860667377211. */
  @Test
  void hashesRecordZeroAsYcsbDoes() {
    assertThat(Fnv.ofNumber(0)).isEqualTo(6284781860667377211L);
  }
}
