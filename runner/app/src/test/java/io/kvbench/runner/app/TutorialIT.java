package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.app.GuideCommands.GuideCommand;
import io.kvbench.testkit.RealServers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial's commands, one after the other in one directory, as its readers type them. */
@Tag("matrix")
final class TutorialIT {
  @TempDir private Path directory;

  @Test
  void everyCommandOfTheTutorialSucceeds() throws Exception {
    RealServers.require("etcd");
    RealServers.require("zkServer.sh");
    for (GuideCommand command : GuideCommands.of(GuideCommands.TUTORIAL)) {
      List<String> arguments = new ArrayList<>();
      for (String word : command.arguments()) {
        boolean writes = !arguments.isEmpty() && arguments.getLast().equals("--html");
        arguments.addAll(writes ? List.of(directory.resolve(word).toString()) : expanded(word));
      }
      try (KvbenchThread kvbench =
          KvbenchThread.start(directory, arguments.toArray(String[]::new))) {
        assertThat(kvbench.exitCode()).as(() -> command + "\n" + kvbench.said()).isZero();
        assertThat(kvbench.out()).as(command.toString()).isNotBlank();
      }
    }
  }

  /** Replaces a pattern of result directories by those that match, as a shell does. */
  private List<String> expanded(String word) throws Exception {
    if (!word.contains("*")) {
      return List.of(word);
    }
    int slash = word.indexOf('/');
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> matching =
        Files.newDirectoryStream(
            directory.resolve(word.substring(0, slash)), word.substring(slash + 1))) {
      matching.forEach(each -> found.add(each.toString()));
    }
    assertThat(found).as(word).isNotEmpty();
    return found.stream().sorted().toList();
  }
}
