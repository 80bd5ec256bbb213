package io.kvbench.runner.run.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {
  @TempDir Path directory;

  private List<String> read(String text, long position) throws IOException {
    Path log = Files.writeString(directory.resolve("log"), text);
    List<String> lines = new ArrayList<>();
    LogLines.read(log, position, lines::add);
    return lines;
  }

  @Test
  void beginsAtThePosition() throws IOException {
    assertThat(read("old\nnew\r\nlast", 4)).containsExactly("new", "last");
    assertThat(read("old\n", 4)).isEmpty();
  }

  @Test
  void aLogThatWasBegunAnewIsReadFromItsStart() throws IOException {
    assertThat(read("new\n", 1_000)).containsExactly("new");
  }

  @Test
  void aLongLineIsCutAndTheNextOneIsWhole() throws IOException {
    List<String> lines = read("x".repeat(1_000_000) + "\nnext\n", 0);

    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).hasSize(4_096);
    assertThat(lines.getLast()).isEqualTo("next");
  }

  @Test
  void bytesThatAreNoTextAreNoError() throws IOException {
    Path log = directory.resolve("log");
    Files.write(log, new byte[] {(byte) 0xff, (byte) 0xfe, '\n', 'a', '\n'});
    List<String> lines = new ArrayList<>();

    LogLines.read(log, 0, lines::add);

    assertThat(lines).hasSize(2).endsWith("a");
  }
}
