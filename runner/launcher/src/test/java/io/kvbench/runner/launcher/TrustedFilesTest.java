package io.kvbench.runner.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TrustedFilesTest {
  @TempDir Path temporary;
  private Path parent;
  private Path directory;
  private Path file;
  private TrustedFiles own;

  @BeforeEach
  void makeFiles() throws IOException {
    parent = Files.createDirectory(temporary.toRealPath().resolve("parent"));
    directory = Files.createDirectory(parent.resolve("directory"));
    file = Files.createFile(directory.resolve("file"));
    own = TrustedFiles.ofThisUser();
    mode(parent, "rwxr-xr-x");
    mode(directory, "rwxr-xr-x");
    mode(file, "rw-r--r--");
  }

  @ParameterizedTest
  @CsvSource({
    "rwx------, true",
    "rwxr-xr-x, true",
    "rwxrwxr-x, false",
    "rwx---rwx, false",
  })
  void aDirectoryThatOthersCanWriteToIsNotOwn(String mode, boolean isOwn) throws IOException {
    mode(directory, mode);
    assertThat(own.hasDirectory(directory)).isEqualTo(isOwn);
  }

  @ParameterizedTest
  @CsvSource({"rwxr-xr-x, true", "rwxrwxr-x, false", "rwx---rwx, false"})
  void orIsInADirectoryWhereOthersCanReplaceIt(String mode, boolean isOwn) throws IOException {
    mode(parent, mode);
    assertThat(own.hasDirectory(directory)).isEqualTo(isOwn);
  }

  @Test
  void butNotWhereOnlyOwnersCanReplaceFiles() throws IOException {
    Files.setAttribute(parent, "unix:mode", 0041777);
    assertThat(own.hasDirectory(directory)).isTrue();
    Files.setAttribute(directory, "unix:mode", 0041777);
    assertThat(own.hasDirectory(directory)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"rw-------, true", "rw-r--r--, true", "rw-rw-r--, false", "rw----rw-, false"})
  void aFileThatOthersCanWriteToIsNotOwn(String mode, boolean isOwn) throws IOException {
    mode(file, mode);
    assertThat(own.hasFile(file)).isEqualTo(isOwn);
  }

  @Test
  void linksAndOtherKindsOfFilesAreNotOwn() throws IOException {
    Path link = Files.createSymbolicLink(parent.resolve("link"), directory);
    assertThat(own.hasDirectory(link)).isFalse();
    assertThat(own.hasFile(Files.createSymbolicLink(parent.resolve("file"), file))).isFalse();
    assertThat(own.hasFile(directory)).isFalse();
    assertThat(own.hasDirectory(file)).isFalse();
    assertThat(own.hasFile(parent.resolve("absent"))).isFalse();
  }

  @Test
  void anotherUsersFilesAreNotOwn() throws IOException {
    TrustedFiles ofNobody =
        new TrustedFiles(
            directory
                .getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName("nobody"));
    assertThat(ofNobody.hasFile(file)).isFalse();
    assertThat(ofNobody.hasDirectory(directory)).isFalse();
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }
}
