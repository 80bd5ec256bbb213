package io.kvbench.testkit;

import static java.util.Map.entry;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The programs that tests with real servers start. Where one is missing, the test is aborted with
 * words that nobody overlooks, and with {@code CI=true} in the environment it fails. The one
 * exception is a program that nobody can install: it never fails a test, and is told of as loudly.
 */
public final class RealServers {
  private static final Map<String, String> SOURCES =
      Map.ofEntries(
          entry("etcd", "https://github.com/etcd-io/etcd/releases"),
          entry("etcdctl", "https://github.com/etcd-io/etcd/releases"),
          entry("consul", "https://developer.hashicorp.com/consul/install"),
          entry("zetcd", "https://github.com/etcd-io/zetcd"),
          entry("d-engine", "docker/prepare, which builds it"),
          entry("docker", "https://docs.docker.com/engine/install"),
          entry("dockerd", "https://docs.docker.com/engine/install"));

  /** Programs that no registry has, with what is tested in their stead. */
  private static final Map<String, String> UNOBTAINABLE =
      Map.of(
          "cetcd",
          "No package registry has it and nothing here builds it; only a small server that does as"
              + " its source says was tried. Put a cetcd of your own on PATH to try the real one.");

  private RealServers() {}

  /**
   * Returns where a program is on {@code PATH}. If it is not there, the test is aborted loudly, or
   * fails with {@code CI=true}.
   */
  public static Path require(String program) {
    return find(program).orElseThrow(() -> missing(program));
  }

  private static RuntimeException missing(String program) {
    String what = program + " is not on PATH";
    String unobtainable = UNOBTAINABLE.get(program);
    return unobtainable == null
        ? missing(what, remedy(program))
        : abort(what, unobtainable, "This is no failure, with CI=true either.");
  }

  /** Returns where a program is on {@code PATH}, if it is. */
  public static Optional<Path> find(String program) {
    return find(program, Optional.ofNullable(System.getenv("PATH")).orElse(""));
  }

  static Optional<Path> find(String program, String path) {
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  private static String remedy(String program) {
    String source = SOURCES.get(program);
    return "Put %s on PATH%s".formatted(program, source == null ? "." : ": see " + source + " .");
  }

  /**
   * Ends the test because something that it cannot do without is not on this machine: aborts it
   * loudly, or fails it with {@code CI=true}. Never returns; the type lets callers write {@code
   * throw}.
   *
   * @param what what is missing, as in {@code no Docker engine answers}
   * @param remedy what to do about it, a sentence
   */
  public static RuntimeException missing(String what, String remedy) {
    return missing(what, remedy, "true".equalsIgnoreCase(System.getenv("CI")));
  }

  static RuntimeException missing(String what, String remedy, boolean mustRun) {
    if (mustRun) {
      return Assertions.fail(what + ", and with CI=true nothing may be left out. " + remedy);
    }
    return abort(what, remedy, "With CI=true in the environment this is a failure.");
  }

  private static RuntimeException abort(String what, String remedy, String consequence) {
    String notice = "%n*** NOT TESTED: %s. %s%n*** %s%n".formatted(what, remedy, consequence);
    // Standard error is seen in the build's output; the reason of an aborted test often is not.
    System.err.println(notice);
    return Assumptions.abort(what + ". " + remedy);
  }
}
