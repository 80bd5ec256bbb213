package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.DeliveryCounts;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of writes that are identified by their value. */
final class DeliveriesTest {
  private long recorded;

  private Deliveries deliveries(int kept, int mostOpen) {
    return new Deliveries("all records", 2, kept, mostOpen, (write, nanos) -> recorded++);
  }

  private static long id(long value) {
    return Deliveries.identity(ByteBuffer.allocate(20).putLong(6, value).rewind());
  }

  private static void acknowledge(Deliveries deliveries, long value, long sent) {
    deliveries.acknowledged(
        id(value), Deliveries.NOT_KNOWN, new Deliveries.Write(sent, sent, sent + 1));
  }

  @Test
  void valuesThatDifferInOneByteOrInLengthAreOfDifferentWrites() {
    Set<Long> identities = new HashSet<>();
    for (int size = 0; size < 20; size++) {
      identities.add(Deliveries.identity(ByteBuffer.allocate(size)));
      for (int at = 0; at < size; at++) {
        for (int octet = 1; octet < 256; octet++) {
          identities.add(Deliveries.identity(ByteBuffer.allocate(size).put(at, (byte) octet)));
        }
      }
    }
    assertThat(identities).hasSize(20 + 190 * 255);
  }

  @Test
  void theBytesFromPositionToLimitCountAndStayUnread() {
    ByteBuffer larger = ByteBuffer.wrap(new byte[] {9, 1, 2, 3, 9}).position(1).limit(4);

    assertThat(Deliveries.identity(larger))
        .isEqualTo(Deliveries.identity(ByteBuffer.wrap(new byte[] {1, 2, 3})));
    assertThat(larger.remaining()).isEqualTo(3);
  }

  @Test
  void aWriteThatReachesNoWatcherIsLost() {
    Deliveries deliveries = deliveries(8, 8);
    acknowledge(deliveries, 1, 10);

    DeliveryCounts counts = deliveries.close(true);

    assertThat(counts.expected()).isEqualTo(2);
    assertThat(counts.lost()).isEqualTo(2);
    assertThat(counts.first())
        .contains("watcher 0 of all records did not receive a write that no watcher received");
  }

  @Test
  void theOrderIsThatOfTheStoreAndNotThatOfAcknowledgements() {
    Deliveries deliveries = deliveries(8, 8);
    acknowledge(deliveries, 2, 10);
    acknowledge(deliveries, 1, 10);
    for (int watcher = 0; watcher < 2; watcher++) {
      deliveries.delivered(watcher, id(1), 501, 20);
      deliveries.delivered(watcher, id(2), 502, 21);
    }
    assertThat(deliveries.isSettled()).isTrue();

    DeliveryCounts counts = deliveries.close(true);

    assertThat(counts.delivered()).isEqualTo(4);
    assertThat(counts.hasFaults()).as(counts::toString).isFalse();
    assertThat(recorded).isEqualTo(4);
  }

  @Test
  void aDuplicateOfAWriteThatIsKeptNoMoreIsFound() {
    Deliveries deliveries = deliveries(2, 8);
    for (long write = 1; write <= 6; write++) {
      acknowledge(deliveries, write, 10 * write);
      deliveries.delivered(0, id(write), write, 10 * write + 5);
      deliveries.delivered(1, id(write), write, 10 * write + 5);
    }
    deliveries.delivered(1, id(1), 1, 90);

    DeliveryCounts counts = deliveries.close(true);

    assertThat(counts.duplicated()).isEqualTo(1);
    assertThat(counts.delivered()).isEqualTo(12);
    assertThat(counts.lost()).isZero();
  }

  /** Writes of other processes are delivered, too, and never acknowledged here. */
  @Test
  void aWriteThatWasForgottenBeforeItsAcknowledgementIsNotExpected() {
    Deliveries deliveries = deliveries(1, 3);
    for (long write = 1; write <= 5; write++) {
      deliveries.delivered(0, id(write), write, 10 * write);
      deliveries.delivered(1, id(write), write, 10 * write);
    }
    acknowledge(deliveries, 6, 55); // drops the first three
    acknowledge(deliveries, 1, 9);
    acknowledge(deliveries, 5, 49);
    deliveries.delivered(0, id(6), 6, 60);
    deliveries.delivered(1, id(6), 6, 60);

    DeliveryCounts counts = deliveries.close(true);

    assertThat(counts.expected()).isEqualTo(4);
    assertThat(counts.delivered()).isEqualTo(4);
    assertThat(counts.hasFaults()).as(counts::toString).isFalse();
  }
}
