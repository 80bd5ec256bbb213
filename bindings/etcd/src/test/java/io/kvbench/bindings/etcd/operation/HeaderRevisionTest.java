package io.kvbench.bindings.etcd.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.ResponseHeader;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeaderRevisionTest {
  private static byte[] answer(ResponseHeader header) {
    return PutResponse.newBuilder()
        .setHeader(header)
        .setPrevKv(KeyValue.newBuilder().setModRevision(3))
        .build()
        .toByteArray();
  }

  @Test
  void isThatOfTheWholeMessage() {
    SplittableRandom random = new SplittableRandom(7);
    for (int index = 0; index < 1000; index++) {
      long revision = random.nextLong() >>> random.nextInt(1, 64);
      ResponseHeader header =
          ResponseHeader.newBuilder()
              .setClusterId(random.nextLong())
              .setMemberId(random.nextLong())
              .setRevision(revision)
              .setRaftTerm(random.nextLong() >>> 40)
              .build();
      assertThat(HeaderRevision.of(answer(header))).isEqualTo(revision);
    }
  }

  @Test
  void isMissingInWhatIsNoAnswer() {
    assertThat(HeaderRevision.of(new byte[0])).isZero();
    assertThat(HeaderRevision.of(answer(ResponseHeader.getDefaultInstance()))).isZero();
    byte[] whole = answer(ResponseHeader.newBuilder().setClusterId(-1).setRevision(300).build());
    for (int length = 0; length < 13; length++) {
      assertThat(HeaderRevision.of(Arrays.copyOf(whole, length))).isZero();
    }
    SplittableRandom random = new SplittableRandom(8);
    for (int index = 0; index < 1000; index++) {
      byte[] noise = new byte[random.nextInt(1, 60)];
      random.nextBytes(noise);
      HeaderRevision.of(noise); // does not throw
    }
  }
}
