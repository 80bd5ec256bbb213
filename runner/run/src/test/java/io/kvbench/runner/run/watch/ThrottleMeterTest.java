package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.run.watch.ThrottleMeter.Throttled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThrottleMeterTest {
  @TempDir private Path root;

  @Test
  void readsMicrosecondsOfVersionTwo() throws IOException {
    in("0::/app");
    two("app", 3, 100);
    ThrottleMeter meter = meter();
    two("app", 5, 350);

    assertThat(meter.throttled()).contains(new Throttled(2, 250_000));
  }

  @Test
  void readsNanosecondsOfVersionOneWhateverItsControllersShare() throws IOException {
    in("5:memory:/other\n3:cpu,cpuacct:/app\n0::/");
    one("cpu,cpuacct/app", 3, 1_000);
    ThrottleMeter meter = meter();
    one("cpu,cpuacct/app", 4, 1_900);

    assertThat(meter.throttled()).contains(new Throttled(1, 900));
  }

  @Test
  void aLimitMayBeThatOfAGroupAbove() throws IOException {
    in("0::/pod/app");
    two("pod", 0, 0);
    two("pod/app", 0, 0);
    ThrottleMeter meter = meter();
    two("pod", 7, 70);

    assertThat(meter.throttled()).contains(new Throttled(7, 70_000));
  }

  @Test
  void aContainerThatSeesThePathOfItsHostHasItsLimitAtTheRoot() throws IOException {
    in("3:cpu:/docker/0123");
    one("cpu", 0, 0);
    ThrottleMeter meter = meter();
    one("cpu", 1, 10);

    assertThat(meter.throttled()).contains(new Throttled(1, 10));
  }

  @Test
  void aGroupThatWasNotStoppedSaysSo() throws IOException {
    in("0::/app");
    two("app", 3, 100);

    assertThat(meter().throttled()).contains(new Throttled(0, 0));
  }

  @Test
  void isEmptyWhereTheSystemDoesNotReportIt() throws IOException {
    assertThat(meter().throttled()).as("no control groups").isEmpty();
    in("0::/app\nwhat\n4:pids:/app");
    assertThat(meter().throttled()).as("no counters").isEmpty();
    Files.createDirectory(root.resolve("app"));
    Files.writeString(root.resolve("app/cpu.stat"), "usage_usec 12\n");
    assertThat(meter().throttled()).as("no CPU controller").isEmpty();
  }

  @Test
  void aPathDoesNotLeadOutOfTheMount() throws IOException {
    in("0::/../out");
    one("out", 0, 0);

    assertThat(new ThrottleMeter(root.resolve("groups"), root.resolve("mount")).throttled())
        .isEmpty();
  }

  private ThrottleMeter meter() {
    return new ThrottleMeter(root.resolve("groups"), root);
  }

  private void in(String lines) throws IOException {
    Files.writeString(root.resolve("groups"), lines + "\n");
  }

  private void two(String group, long periods, long micros) throws IOException {
    stat(group, "usage_usec 99\nnr_periods 9\nnr_throttled " + periods, "throttled_usec " + micros);
  }

  private void one(String group, long periods, long nanos) throws IOException {
    stat(group, "nr_periods 9\nnr_throttled " + periods, "throttled_time " + nanos);
  }

  private void stat(String group, String counters, String time) throws IOException {
    Path directory = Files.createDirectories(root.resolve(group));
    Files.writeString(directory.resolve("cpu.stat"), counters + "\n" + time + "\n");
  }
}
