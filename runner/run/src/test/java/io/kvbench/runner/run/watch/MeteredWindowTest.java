package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.runner.run.watch.BusyThreadMeter.Reading;
import java.lang.management.GarbageCollectorMXBean;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The window of every meter, on a machine whose processors, thread and collector are busy all the
 * time: a meter that begins before the window or ends after it finds more than all of it.
 */
@Timeout(60)
class MeteredWindowTest {
  private static final int PROCESSORS = 2;
  private static final long MILLI = 1_000_000;

  private final Random random = new Random(40);

  @Test
  void noMeterFindsMoreThanAllOfTheWindowNorLessThanThePhase() {
    for (int round = 0; round < 300; round++) {
      long phase = (long) (MILLI * Math.pow(10_000, random.nextDouble()));
      Machine machine = new Machine();
      ClientCondition condition;
      try (ClientWatch watch = new ClientWatch(machine, machine.sources())) {
        watch.begin();
        machine.pass(phase);
        watch.end();
        condition = watch.condition().orElseThrow();
      }

      long window = condition.watchedNanos().orElseThrow();
      long busy = condition.scheduling().orElseThrow().busiestThread().orElseThrow().cpuNanos();
      assertThat(window).isGreaterThanOrEqualTo(phase);
      assertThat(condition.cpuNanos()).isBetween(PROCESSORS * phase, PROCESSORS * window);
      assertThat(busy).isBetween(phase, window);
      assertThat(condition.gcPauseNanos()).isBetween(phase - MILLI, window);
    }
  }

  /**
   * A machine whose clock readings take up to a third of a millisecond each, during which
   * everything continues.
   */
  private final class Machine implements NanoClock {
    private final AtomicLong nanos = new AtomicLong(random.nextLong(MILLI, 1_000 * MILLI));

    ClientWatch.Sources sources() {
      return new ClientWatch.Sources(
          () -> new CpuMeter(() -> PROCESSORS * reading()),
          () ->
              new BusyThreadMeter(
                  () -> List.of(new Reading(1, "loop", false, reading())), PROCESSORS),
          List.of(new Collector(this)));
    }

    long reading() {
      pass(random.nextLong(MILLI / 6));
      long read = nanos.get();
      pass(random.nextLong(MILLI / 6));
      return read;
    }

    void pass(long time) {
      nanos.addAndGet(time);
    }

    @Override
    public long nanos() {
      return nanos.get();
    }

    @Override
    public Instant instant() {
      return Instant.EPOCH.plusNanos(nanos.get());
    }

    @Override
    public void parkUntil(long until) {
      LockSupport.parkNanos(MILLI);
    }
  }

  /** A collector that stops the threads all the time. */
  private record Collector(Machine machine) implements GarbageCollectorMXBean {
    @Override
    public long getCollectionCount() {
      return machine.nanos() / MILLI;
    }

    @Override
    public long getCollectionTime() {
      return machine.reading() / MILLI;
    }

    @Override
    public String getName() {
      return "all the time";
    }

    @Override
    public boolean isValid() {
      return true;
    }

    @Override
    public String[] getMemoryPoolNames() {
      return new String[0];
    }

    @Override
    public ObjectName getObjectName() {
      throw new UnsupportedOperationException();
    }
  }
}
