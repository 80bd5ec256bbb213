package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.file.FilePermissions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests of the files that a process leaves when it ends in the middle of its work. */
@Isolated("because it abandons the files of the whole process")
class AbandonedFilesTest {
  @TempDir private Path directory;

  @Test
  void onlyWhatWasFinishedIsLeft() throws Exception {
    Path whole = directory.resolve("whole");
    try (WholeFiles files = new WholeFiles(FilePermissions.OWNER)) {
      files.add(whole, new byte[] {1});
      files.finish();
    }
    try (WholeFiles files = new WholeFiles(FilePermissions.OWNER)) {
      files.add(directory.resolve("half"), new byte[] {1});
      assertThat(names()).hasSize(2);

      WholeFiles.abandonAll();

      assertThat(names()).containsExactly(whole);
    }
    assertThat(names()).containsExactly(whole);
  }

  private List<Path> names() throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
