package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTailTest {
  @TempDir private Path directory;

  private void write(String text) throws Exception {
    Files.writeString(
        directory.resolve("intervals.csv"),
        text,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  @Test
  void everyRowComesOnceAndWhole() throws Exception {
    CsvTail tail = new CsvTail(directory.resolve("intervals.csv"));
    assertThat(tail.next()).as("no file yet").isEmpty();
    write("interval,phase,st");
    assertThat(tail.next()).as("half a header").isEmpty();
    write("ep\n0,run,\n1,ru");
    assertThat(tail.next()).containsExactly(Map.of("interval", "0", "phase", "run"));
    assertThat(tail.next()).isEmpty();
    write("n,\"a,b\"\n2,run,3\n");
    assertThat(tail.next())
        .containsExactly(
            Map.of("interval", "1", "phase", "run", "step", "a,b"),
            Map.of("interval", "2", "phase", "run", "step", "3"));
    assertThat(tail.next()).isEmpty();
  }
}
