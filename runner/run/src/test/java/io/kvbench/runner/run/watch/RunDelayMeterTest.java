package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.run.watch.RunDelayMeter.Waits;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDelayMeterTest {
  @TempDir private Path tasks;

  @Test
  void sumsWhatThreadsWaitedSinceTheStart() throws IOException {
    waited("11", 100, 5);
    waited("12", 1_000, 1);
    RunDelayMeter meter = new RunDelayMeter(tasks);
    waited("11", 150, 7);
    waited("12", 1_007, 2);
    waited("13", 30, 3);

    assertThat(meter.waits()).hasValue(new Waits(87, 6));
  }

  @Test
  void aNumberThatIsAnotherThreadsByNowBeginsAtNothing() throws IOException {
    waited("11", 100, 9);
    RunDelayMeter meter = new RunDelayMeter(tasks);
    waited("11", 140, 4);

    assertThat(meter.waits()).hasValue(new Waits(140, 4));
  }

  @Test
  void threadsThatEndedAreLeftOut() throws IOException {
    waited("11", 100, 1);
    waited("12", 100, 1);
    RunDelayMeter meter = new RunDelayMeter(tasks);
    Files.delete(tasks.resolve("12/schedstat"));
    waited("11", 101, 2);

    assertThat(meter.waits()).hasValue(new Waits(1, 1));
  }

  @Test
  void isEmptyWhereTheSystemDoesNotReportIt() throws IOException {
    assertThat(new RunDelayMeter(tasks.resolve("absent")).waits()).isEmpty();
    assertThat(new RunDelayMeter(tasks).waits()).as("no threads").isEmpty();

    Files.createDirectory(tasks.resolve("11"));
    assertThat(new RunDelayMeter(tasks).waits()).as("a kernel without schedstat").isEmpty();
    Files.writeString(tasks.resolve("11/schedstat"), "1 2\n");
    assertThat(new RunDelayMeter(tasks).waits()).as("another kernel").isEmpty();
  }

  @Test
  void isEmptyForMoreThreadsThanCanBeReadQuickly() throws IOException {
    for (int thread = 0; thread <= RunDelayMeter.MOST_THREADS; thread++) {
      waited(String.valueOf(thread), 1, 1);
    }

    assertThat(new RunDelayMeter(tasks).waits()).isEmpty();
  }

  @Test
  void readsThisProcess() throws InterruptedException {
    if (!Files.exists(Path.of("/proc/self/schedstat"))) {
      throw RealServers.missing(
          "this system has no /proc/self/schedstat", "Build on Linux with CONFIG_SCHED_INFO.");
    }
    RunDelayMeter meter = new RunDelayMeter(RunDelayMeter.LINUX);
    Thread.sleep(5);

    assertThat(meter.waits().orElseThrow().turns()).isPositive();
  }

  private void waited(String thread, long nanos, long turns) throws IOException {
    Path directory = Files.createDirectories(tasks.resolve(thread));
    Files.writeString(directory.resolve("schedstat"), "5000 " + nanos + " " + turns + "\n");
  }
}
