package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.file.FilePermissions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFilesTest {
  private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path parent;

  @Test
  void aFileThatCannotBeWrittenToItsEndLeavesTheEarlierOne() throws Exception {
    Path file = Files.writeString(parent.resolve("page.html"), "earlier");

    assertThatThrownBy(() -> addTo(file)).hasMessage("No space left on device");

    assertThat(file).hasContent("earlier");
    assertThat(names()).containsExactly("page.html");
  }

  private static void addTo(Path file) throws IOException {
    try (WholeFiles files = new WholeFiles(FilePermissions.OWNER)) {
      files.add(
          file,
          out -> {
            out.write(NEW);
            throw new IOException("No space left on device");
          });
      files.finish();
    }
  }

  @Test
  void ofSeveralFilesThereAreAllOrNone() throws Exception {
    Path there = Files.writeString(parent.resolve("a.csv"), "earlier");
    Path made = parent.resolve("plots/deep");

    try (WholeFiles files = new WholeFiles(FilePermissions.OWNER)) {
      files.makeDirectory(made);
      files.add(there, NEW);
      files.add(made.resolve("b.csv"), NEW);
    }

    assertThat(there).hasContent("earlier");
    assertThat(names()).containsExactly("a.csv");

    try (WholeFiles files = new WholeFiles(FilePermissions.OWNER)) {
      files.makeDirectory(made);
      files.add(there, NEW);
      files.add(made.resolve("b.csv"), NEW);
      files.finish();
    }

    assertThat(there).hasContent("new");
    assertThat(made.resolve("b.csv")).hasContent("new");
    assertThat(names()).containsExactly("a.csv", "plots");
    assertThat(made.toFile().list()).containsExactly("b.csv");
  }

  @Test
  void aLinkIsReplacedAndNotFollowed() throws Exception {
    Path file = Files.writeString(parent.resolve("file"), "earlier");
    Path link = Files.createSymbolicLink(parent.resolve("link"), file);
    Path toDevice = Files.createSymbolicLink(parent.resolve("toDevice"), Path.of("/dev/null"));

    WholeFiles.write(link, "new", FilePermissions.OWNER);
    WholeFiles.write(toDevice, "new", FilePermissions.OWNER);

    assertThat(file).hasContent("earlier");
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(link).hasContent("new");
    assertThat(toDevice).isRegularFile().hasContent("new");
    assertThat(names()).containsExactly("file", "link", "toDevice");
  }

  /** Such as the link /dev/stdout, which must not be replaced even by a user who may do so. */
  @Test
  void aDeviceIsWrittenTo() throws Exception {
    WholeFiles.write(Path.of("/dev/null"), "new", FilePermissions.OWNER);

    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    assertThatThrownBy(() -> WholeFiles.write(Path.of("/dev/full"), "new", FilePermissions.OWNER))
        .hasMessageContaining("No space left on device");
  }

  @Test
  void onlyTheOwnerMayReadThemUnlessTheUmaskDecides() throws Exception {
    Path umask = Files.createFile(parent.resolve("umask"));
    Path replaced = Files.createFile(parent.resolve("replaced"));

    for (FilePermissions permissions : FilePermissions.values()) {
      try (WholeFiles files = new WholeFiles(permissions)) {
        files.makeDirectory(parent.resolve(permissions + "/deep"));
        files.add(parent.resolve(permissions + "/deep/file"), NEW);
        files.finish();
      }
    }
    WholeFiles.write(replaced, "new", FilePermissions.OWNER);

    assertThat(mode("OWNER")).isEqualTo("rwx------");
    assertThat(mode("OWNER/deep")).isEqualTo("rwx------");
    assertThat(mode("OWNER/deep/file")).isEqualTo("rw-------");
    assertThat(mode("replaced")).isEqualTo("rw-------");
    assertThat(mode("UMASK/deep/file")).isEqualTo(mode("umask"));
    assertThat(umask).exists();
  }

  private String mode(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(parent.resolve(name)));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
