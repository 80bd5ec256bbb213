package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamedFileTest {
  @TempDir private Path directory;

  @Test
  void aFullDiskLeavesWhatWasFlushedAndIsSaidInOneSentence() throws Exception {
    Path path = directory.resolve("intervals.csv");
    try (StreamedFile file = StreamedFile.of(path, new SmallDisk(path, 20))) {
      file.line("a header");
      file.flush();
      file.line("a line");
      file.line("one over the end");

      assertThatThrownBy(file::flush)
          .isInstanceOf(ResultDirectoryException.class)
          .hasMessage(
              "cannot write "
                  + path
                  + ": No space left on device. Free some space, or choose another place"
                  + " for results.");
      assertThat(path).hasContent("a header\n");
      file.line("later");
      assertThatThrownBy(file::flush).hasMessageContaining("No space left");
    }
    assertThat(path).hasContent("a header\n");
  }

  @Test
  void aFileWithoutAWholeLineIsNone() throws Exception {
    Path path = directory.resolve("host-node1.csv");
    try (StreamedFile file = StreamedFile.of(path, new SmallDisk(path, 4))) {
      file.line("a header");

      assertThatThrownBy(file::flush).isInstanceOf(ResultDirectoryException.class);
    }
    assertThat(path).doesNotExist();
  }

  /** A stream with the capacity of a small disk: a write that exceeds it is written in part. */
  private static final class SmallDisk extends FilterOutputStream {
    private int left;

    SmallDisk(Path path, int size) throws IOException {
      super(Files.newOutputStream(path));
      left = size;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      OutputStream disk = out;
      disk.write(bytes, from, Math.min(length, left));
      if (length > left) {
        left = 0;
        throw new IOException("No space left on device");
      }
      left -= length;
    }
  }
}
