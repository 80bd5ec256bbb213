package io.kvbench.runner.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.host.HostSample.DirectoryFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryMeterTest {
  /** A clock that advances only when a test moves it. */
  private static final class StillClock implements NanoClock {
    private long nanos;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public Instant instant() {
      return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public void parkUntil(long until) {
      nanos = until;
    }
  }

  @TempDir private Path directory;

  @Test
  void whatWasMeasuredHoldsForSomeSecondsWhereMeasuringTakesLong() throws IOException {
    Files.write(directory.resolve("log"), new byte[100]);
    StillClock clock = new StillClock();
    AtomicLong cpu = new AtomicLong();
    long look = Duration.ofMillis(20).toNanos();
    DirectoryMeter meter = new DirectoryMeter(directory, clock, () -> cpu.addAndGet(look));
    assertThat(meter.read().usedBytes()).hasValue(100);

    Files.write(directory.resolve("snapshot"), new byte[1]);
    clock.nanos += Duration.ofSeconds(4).toNanos();
    assertThat(meter.read().usedBytes()).hasValue(100);
    clock.nanos += Duration.ofSeconds(2).toNanos();
    assertThat(meter.read().usedBytes()).as("too old").isEmpty();
    clock.nanos += Duration.ofSeconds(5).toNanos();
    assertThat(meter.read().usedBytes()).as("anew").hasValue(101);
  }

  @Test
  void lengthsAreOfAllFilesBelowAndNothingIsSaidOfADirectoryThatIsGone() throws IOException {
    Path below = Files.createDirectories(directory.resolve("data/member/wal"));
    Files.write(below.resolve("0.wal"), new byte[70]);
    Files.write(directory.resolve("data/db"), new byte[7]);
    StillClock clock = new StillClock();
    DirectoryFigures there = new DirectoryMeter(directory.resolve("data"), clock).read();
    assertThat(there.usedBytes()).hasValue(77);
    assertThat(there.freeBytes().orElseThrow()).isPositive();

    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("data"));
    assertThat(new DirectoryMeter(link, clock).read().usedBytes()).hasValue(77);

    DirectoryFigures gone = new DirectoryMeter(directory.resolve("none"), clock).read();
    assertThat(gone.usedBytes()).isEmpty();
    assertThat(gone.freeBytes()).isEmpty();
  }
}
