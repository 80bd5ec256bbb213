package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.SchedulingResult;
import io.kvbench.results.format.SchedulingResult.BusyThread;
import io.kvbench.runner.run.watch.BusyThreadMeter.Reading;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BusyThreadMeterTest {
  private List<Reading> threads = List.of();

  @Test
  void isTheThreadThatUsedTheMostSinceTheStart() {
    threads = List.of(thread(1, "old", 900), thread(2, "nio-1", 100), thread(3, "nio-2", 0));
    BusyThreadMeter meter = meter();
    threads = List.of(thread(1, "old", 910), thread(2, "nio-1", 190), thread(3, "nio-2", 80));

    assertThat(meter.busiest()).contains(new BusyThread("nio-1", 90));
  }

  @Test
  void aThreadThatStartedMeanwhileCountsFromItsStart() {
    BusyThreadMeter meter = meter();
    threads = List.of(thread(7, "late", 50));

    assertThat(meter.busiest()).contains(new BusyThread("late", 50));
  }

  @Test
  void carriersAreOneThreadWithTheMeanOfAllThatThereMayBe() {
    BusyThreadMeter meter = meter();
    threads =
        List.of(
            new Reading(1, "worker-1", true, 300),
            new Reading(2, "worker-2", true, 100),
            thread(3, "nio", 99));

    assertThat(meter.busiest()).contains(new BusyThread(SchedulingResult.CARRIERS, 100));
  }

  @Test
  void threadsThatHaveEndedAndUnknownTimesAreNone() {
    threads = List.of(thread(1, "ending", 100));
    BusyThreadMeter meter = meter();
    threads = List.of(thread(1, "ending", -1));

    assertThat(meter.busiest()).isEmpty();
  }

  @Test
  void findsABusyThreadOfThisJvm() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    BusyThreadMeter meter = BusyThreadMeter.ofThisJvm();
    Thread spinning =
        Thread.ofPlatform()
            .name("spinning")
            .start(
                () -> {
                  while (end.getCount() > 0) {
                    Thread.onSpinWait();
                  }
                });

    try {
      while (meter.busiest().filter(busy -> busy.name().equals("spinning")).isEmpty()) {
        Thread.sleep(10);
      }
    } finally {
      end.countDown();
      spinning.join();
    }
  }

  private BusyThreadMeter meter() {
    return new BusyThreadMeter(() -> threads, 4);
  }

  private static Reading thread(long id, String name, long cpuNanos) {
    return new Reading(id, name, false, cpuNanos);
  }
}
