package io.kvbench.core.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileReasonTest {
  @Test
  void neverIsTheNameOfAnExceptionOrThePathAlone() {
    List<IOException> failures =
        List.of(
            new NoSuchFileException("/a/path"),
            new AccessDeniedException("/a/path"),
            new FileAlreadyExistsException("/a/path"),
            new NotDirectoryException("/a/path"),
            new DirectoryNotEmptyException("/a/path"),
            new FileSystemLoopException("/a/path"),
            new FileSystemException("/a/path"),
            new MalformedInputException(1),
            new IOException());

    assertThat(failures)
        .extracting(FileReason::of)
        .doesNotHaveDuplicates()
        .allSatisfy(reason -> assertThat(reason).doesNotContain("/a/path", "Exception", "null"));
  }

  @Test
  void whatTheFileSystemSaysIsKept() {
    assertThat(FileReason.of(new FileSystemException("/a", null, "Read-only file system")))
        .isEqualTo("Read-only file system");
    assertThat(FileReason.of(new IOException("No space left on device")))
        .isEqualTo("No space left on device");
  }

  @Test
  void aProgramThatCannotBeStartedHasItsReasonOnly() {
    ProcessBuilder none = new ProcessBuilder("/no/such/program");

    assertThatThrownBy(none::start)
        .isInstanceOfSatisfying(
            IOException.class,
            e -> assertThat(FileReason.of(e)).isEqualTo("No such file or directory"));
    assertThat(
            FileReason.of(new IOException("Cannot run program \"x\": error=13, Permission denied")))
        .isEqualTo("Permission denied");
  }

  @Test
  void writingFailsInItsOwnWays() {
    assertThat(FileReason.ofWriting(new NoSuchFileException("/a/.part")))
        .isEqualTo("its directory does not exist");
    assertThat(FileReason.ofWriting(new FileAlreadyExistsException("/a")))
        .isEqualTo("/a exists already");
    assertThat(FileReason.ofWriting(new AccessDeniedException("/a")))
        .isEqualTo("permission denied");
  }
}
