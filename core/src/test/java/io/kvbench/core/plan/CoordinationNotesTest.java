package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the notes on times to live that do not suit other settings. */
class CoordinationNotesTest {
  private static final String NOTHING = "operationcount=9\nreadproportion=0\nupdateproportion=0\n";
  private static final String EXPIRY = NOTHING + "leaseexpiryproportion=1\n";
  private static final String KEEPALIVES = NOTHING + "leasekeepaliveproportion=1\n";
  private static final String LOCKS = NOTHING + "recordcount=9\nlockproportion=1\n";

  private static List<String> notes(String lines) {
    return Planned.of(lines).plan().orElseThrow().notes();
  }

  @Test
  void theDrainIsLongerThanAnythingThatIsWaitedFor() {
    assertThat(notes(EXPIRY + "lease.ttl=29s")).isEmpty();
    assertThat(notes(EXPIRY + "lease.ttl=30s"))
        .singleElement()
        .asString()
        .isEqualTo(
            "drain.timeout=30 s is not longer than lease.ttl=30 s: the last leases expire after it,"
                + " and what waits for that is ABANDONED. Raise drain.timeout.");
    assertThat(notes(EXPIRY + "lease.ttl=30s\ndrain.timeout=31s")).isEmpty();
    assertThat(notes(LOCKS + "lock.ttl=30s")).isEmpty();
    assertThat(notes(LOCKS + "lock.hold=30s")).singleElement().asString().contains("lock.hold");
    assertThat(notes(LOCKS + "lock.ttl=30s\nlock.dies=0.1"))
        .singleElement()
        .asString()
        .contains("lock.ttl");
    assertThat(notes(LOCKS + "lock.ttl=10s\nlock.pauses=0.1\nlock.pause=40s"))
        .singleElement()
        .asString()
        .contains("lock.pause");
  }

  @Test
  void aRoundOfKeepalivesIsShorterThanALeaseLives() {
    String thousand = KEEPALIVES + "leases=1000\nlease.ttl=10s\n";
    assertThat(notes(thousand)).as("a closed loop").isEmpty();
    assertThat(notes(thousand + "target=101")).isEmpty();
    assertThat(notes(thousand + "target=100"))
        .singleElement()
        .asString()
        .contains("leases=1000", "every 10 s at 100 keepalives/s", "lease.ttl=10 s");
    assertThat(notes(thousand + "leasecycleproportion=1\ntarget=101"))
        .as("half of the requests")
        .hasSize(1);
  }

  @Test
  void everyLockHasARecord() {
    assertThat(notes(LOCKS + "locks=9")).isEmpty();
    assertThat(notes(LOCKS + "locks=10"))
        .singleElement()
        .asString()
        .startsWith("locks=10 is more than recordcount=9: ");
  }
}
