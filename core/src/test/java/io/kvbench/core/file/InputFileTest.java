package io.kvbench.core.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFileTest {
  @TempDir private Path directory;

  @Test
  void readsARegularFileAndWhatALinkToItLeadsTo() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "schlüssel");
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);

    assertThat(InputFile.text(file)).isEqualTo("schlüssel");
    assertThat(InputFile.bytes(link, 10)).isEqualTo("schlüssel".getBytes(StandardCharsets.UTF_8));
  }

  /** Opening a pipe would wait for a writer, and a device has no end. */
  @Test
  void nothingElseIsOpened() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThat(reason(pipe)).isEqualTo("it is a pipe or a device, not a regular file");
    assertThat(reason(Path.of("/dev/zero"))).contains("a device");
    assertThat(reason(directory)).isEqualTo("it is a directory");
    assertThat(reason(directory.resolve("none"))).isEqualTo("there is no such file");
  }

  @Test
  void aFileHasALimit() throws Exception {
    Path file = Files.write(directory.resolve("file"), new byte[(1 << 20) + 1]);

    assertThat(reason(file)).isEqualTo("it is larger than 1 MiB, the limit");
    assertThat(InputFile.bytes(file, (1 << 20) + 1)).hasSize((1 << 20) + 1);
    assertThatThrownBy(() -> InputFile.bytes(file, 9)).hasMessageContaining("than 9 bytes");
  }

  @Test
  void whatIsNoTextIsSaidInASentence() throws Exception {
    Path file = Files.write(directory.resolve("file"), new byte[] {'a', (byte) 0xff});

    assertThat(reason(file)).isEqualTo("it is not text in UTF-8");
  }

  @Test
  void aNameThatNoFileCanHaveIsSaidInASentence() throws Exception {
    assertThat(InputFile.path("a/b")).isEqualTo(Path.of("a", "b"));
    assertThatThrownBy(() -> InputFile.path("a\0b"))
        .isInstanceOf(IOException.class)
        .hasMessage("a path has no NUL character");
  }

  private static String reason(Path file) {
    try {
      InputFile.text(file);
      return "none";
    } catch (IOException e) {
      return FileReason.of(e);
    }
  }
}
