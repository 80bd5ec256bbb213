package io.kvbench.reports.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    try (WholeFiles files = new WholeFiles()) {
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

    try (WholeFiles files = new WholeFiles()) {
      files.makeDirectory(made);
      files.add(there, NEW);
      files.add(made.resolve("b.csv"), NEW);
    }

    assertThat(there).hasContent("earlier");
    assertThat(names()).containsExactly("a.csv");

    try (WholeFiles files = new WholeFiles()) {
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
  void whatALinkLeadsToIsReplacedAndADeviceIsWrittenTo() throws Exception {
    Path file = Files.writeString(parent.resolve("file"), "earlier");
    Path link = Files.createSymbolicLink(parent.resolve("link"), file);
    Path device = Files.createSymbolicLink(parent.resolve("device"), Path.of("/dev/null"));

    WholeFiles.write(link, "new");
    WholeFiles.write(device, "new");

    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    assertThat(names()).containsExactly("device", "file", "link");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(parent)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
