package io.kvbench.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramPathTest {
  @TempDir private Path directory;

  private Path program(String bin, String name) throws Exception {
    Path file = Files.createDirectories(directory.resolve(bin)).resolve(name);
    Files.writeString(file, "#!/bin/sh\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  @Test
  void takesTheFirstFileThatCanBeExecuted() throws Exception {
    Path none = Files.createDirectories(directory.resolve("none/etcd")).getParent();
    Path text = Files.createDirectory(directory.resolve("text"));
    Files.writeString(text.resolve("etcd"), "not a program");
    Path found = program("found", "etcd");
    program("later", "etcd");
    String path =
        String.join(
            File.pathSeparator,
            "",
            none + "",
            text + "",
            found.getParent() + "",
            directory + "/later");

    assertThat(ProgramPath.of(Map.of("PATH", path)).find("etcd")).contains(found);
    assertThat(ProgramPath.of(Map.of("PATH", path)).find("consul")).isEmpty();
  }

  @Test
  void looksAmongPreparedProgramsLast() throws Exception {
    Path installed = program("installed", "etcd");
    Path prepared = program("servers/bin", "etcd");
    String servers = directory.resolve("servers").toString();

    assertThat(ProgramPath.of(Map.of("KVBENCH_SERVERS", servers)).find("etcd")).contains(prepared);
    assertThat(
            ProgramPath.of(
                    Map.of("KVBENCH_SERVERS", servers, "PATH", installed.getParent().toString()))
                .find("etcd"))
        .contains(installed);
  }

  @Test
  void findsTheDirectoryOfPreparedProgramsByTheEnvironment() {
    assertThat(prepared(Map.of("KVBENCH_SERVERS", "/s", "XDG_CACHE_HOME", "/c", "HOME", "/h")))
        .contains(Path.of("/s/bin"));
    assertThat(prepared(Map.of("KVBENCH_SERVERS", "", "XDG_CACHE_HOME", "/c", "HOME", "/h")))
        .contains(Path.of("/c/kvbench/servers/bin"));
    assertThat(prepared(Map.of("HOME", "/h"))).contains(Path.of("/h/.cache/kvbench/servers/bin"));
    assertThat(prepared(Map.of())).isEmpty();
  }

  private static Optional<Path> prepared(Map<String, String> environment) {
    return ProgramPath.of(environment).prepared();
  }

  @Test
  void namesThePlacesOfASearch() {
    assertThat(new ProgramPath(List.of(), Optional.of(Path.of("/servers/bin"))).absence())
        .isEqualTo("neither on the PATH nor in /servers/bin");
    assertThat(new ProgramPath(List.of(), Optional.empty()).absence()).isEqualTo("not on the PATH");
  }
}
