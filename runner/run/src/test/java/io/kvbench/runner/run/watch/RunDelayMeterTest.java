package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDelayMeterTest {
  @TempDir private Path tasks;

  @Test
  void sumsWhatThreadsWaitedSinceTheStart() throws IOException {
    waited("11", 100);
    waited("12", 1_000);
    RunDelayMeter meter = new RunDelayMeter(tasks);
    waited("11", 150);
    waited("12", 1_007);
    waited("13", 30);

    assertThat(meter.nanos()).hasValue(87);
  }

  @Test
  void aNumberThatIsAnotherThreadsByNowBeginsAtNothing() throws IOException {
    waited("11", 100);
    RunDelayMeter meter = new RunDelayMeter(tasks);
    waited("11", 40);

    assertThat(meter.nanos()).hasValue(40);
  }

  @Test
  void threadsThatEndedAreLeftOut() throws IOException {
    waited("11", 100);
    waited("12", 100);
    RunDelayMeter meter = new RunDelayMeter(tasks);
    Files.delete(tasks.resolve("12/schedstat"));
    waited("11", 101);

    assertThat(meter.nanos()).hasValue(1);
  }

  @Test
  void isEmptyWhereTheSystemDoesNotReportIt() throws IOException {
    assertThat(new RunDelayMeter(tasks.resolve("absent")).nanos()).isEmpty();
    assertThat(new RunDelayMeter(tasks).nanos()).as("no threads").isEmpty();

    Files.createDirectory(tasks.resolve("11"));
    assertThat(new RunDelayMeter(tasks).nanos()).as("a kernel without schedstat").isEmpty();
    Files.writeString(tasks.resolve("11/schedstat"), "1\n");
    assertThat(new RunDelayMeter(tasks).nanos()).as("another kernel").isEmpty();
  }

  @Test
  void isEmptyForMoreThreadsThanCanBeReadQuickly() throws IOException {
    for (int thread = 0; thread <= RunDelayMeter.MOST_THREADS; thread++) {
      waited(String.valueOf(thread), 1);
    }

    assertThat(new RunDelayMeter(tasks).nanos()).isEmpty();
  }

  @Test
  void readsThisProcess() {
    assumeThat(RunDelayMeter.LINUX).exists();

    assertThat(new RunDelayMeter(RunDelayMeter.LINUX).nanos()).isPresent();
  }

  private void waited(String thread, long nanos) throws IOException {
    Path directory = Files.createDirectories(tasks.resolve(thread));
    Files.writeString(directory.resolve("schedstat"), "5000 " + nanos + " 12\n");
  }
}
