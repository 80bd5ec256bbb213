package io.kvbench.runner.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.cluster.KeptCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessMarkTest {
  @TempDir private Path directory;

  private static Process sleeping() throws Exception {
    return new ProcessBuilder("sleep", "600").start();
  }

  private static KeptCluster kept(List<ProcessMark> marks, Path files) {
    return new KeptCluster(
        "etcd-1", "process", "etcd", "", List.of(), KeptProcesses.state(marks, files, List.of()));
  }

  @Test
  void recognisesAProcessWhileItLives() throws Exception {
    Process process = sleeping();
    ProcessMark mark = ProcessMark.of(process.pid()).orElseThrow();
    assertThat(ProcessMark.parse(mark.toString())).contains(mark);
    assertThat(mark.isAlive()).isTrue();
    assertThat(mark.find().orElseThrow().pid()).isEqualTo(process.pid());
    process.destroyForcibly().waitFor();
    assertThat(mark.isAlive()).isFalse();
    assertThat(mark.find()).isEmpty();
    assertThat(ProcessMark.of(process.pid())).isEmpty();
  }

  @Test
  void readsNothingFromNonsense() {
    assertThat(ProcessMark.parse("")).isEmpty();
    assertThat(ProcessMark.parse("12")).isEmpty();
    assertThat(ProcessMark.parse("x@y")).isEmpty();
  }

  @Test
  void sparesAStrangerThatHasTheNumberNow() throws Exception {
    Process stranger = sleeping();
    try {
      KeptCluster old =
          kept(List.of(new ProcessMark(stranger.pid(), "long ago")), directory.resolve("none"));
      assertThat(KeptProcesses.running(old)).isZero();
      KeptProcesses.stop(old, true);
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void stopsWhatIsItsOwnAlsoAgainstItsWill() throws Exception {
    Process deaf =
        new ProcessBuilder("sh", "-c", "trap '' TERM; echo deaf; while :; do sleep 1; done")
            .start();
    assertThat(deaf.inputReader().readLine()).isEqualTo("deaf");
    Path files = Files.createDirectory(directory.resolve(Directories.PREFIX + "etcd-1"));
    Files.writeString(files.resolve("log"), "x");
    KeptCluster own = kept(List.of(ProcessMark.of(deaf.pid()).orElseThrow()), files);
    assertThat(KeptProcesses.running(own)).isOne();
    KeptProcesses.stop(own, false);
    assertThat(deaf.waitFor()).isNotZero();
    assertThat(files).isNotEmptyDirectory();
    KeptProcesses.stop(own, true);
    assertThat(files).doesNotExist();
  }

  @Test
  void removesNoDirectoryThatIsNotOfItsMaking() throws Exception {
    Path precious = Files.createDirectory(directory.resolve("precious"));
    KeptProcesses.stop(kept(List.of(), precious), true);
    assertThat(precious).exists();
    KeptProcesses.stop(new KeptCluster("etcd-1", "process", "etcd", "", List.of(), Map.of()), true);
  }
}
