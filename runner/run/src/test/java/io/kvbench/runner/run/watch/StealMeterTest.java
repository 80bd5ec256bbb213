package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StealMeterTest {
  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void host() throws IOException {
    file = directory.resolve("stat");
    // user nice system idle iowait irq softirq steal guest guest_nice
    tell("100 10 50 1000 5 1 2 30 80 7");
  }

  @Test
  void tellsTheShareOfAllTimeButCountsGuestsOnce() throws IOException {
    StealMeter meter = new StealMeter(file);
    tell("150 10 70 1010 5 1 2 50 130 7");

    assertThat(meter.share()).hasValueCloseTo(0.2, within(1e-9));
  }

  @Test
  void aHostThatStealsNothingSaysSo() throws IOException {
    StealMeter meter = new StealMeter(file);
    tell("150 10 50 1000 5 1 2 30 80 7");

    assertThat(meter.share()).hasValue(0);
  }

  @Test
  void countersThatStepBackAreNoShareBelowNothing() throws IOException {
    StealMeter meter = new StealMeter(file);
    tell("250 10 50 1000 5 1 2 29 80 7");

    assertThat(meter.share()).hasValue(0);
  }

  @Test
  void isEmptyBeforeTheCountersMove() {
    assertThat(new StealMeter(file).share()).isEmpty();
  }

  @Test
  void isEmptyWhereTheSystemDoesNotTell() throws IOException {
    assertThat(new StealMeter(directory.resolve("absent")).share()).isEmpty();

    StealMeter meter = new StealMeter(file);
    tell("150 10 70 1010");
    assertThat(meter.share()).as("an old kernel").isEmpty();
    tell("what 10 70 1010 5 1 2 50 130 7");
    assertThat(meter.share()).as("another kernel").isEmpty();
    Files.writeString(file, "");
    assertThat(meter.share()).isEmpty();
  }

  private void tell(String ticks) throws IOException {
    Files.writeString(file, "cpu  " + ticks + "\ncpu0 1 2 3 4 5 6 7 8 9 10\nintr 12\n");
  }
}
