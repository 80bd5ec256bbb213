package io.kvbench.testkit;

import io.kvbench.core.server.ProgramPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The programs that tests with real servers start, found as in a run of kvbench. A missing program
 * aborts the test with a notice, or fails it with {@code CI=true} in the environment. {@code
 * requirements.txt} lists those of kvbench's own tests; an optional one never fails a test.
 */
public final class RealServers {
  private RealServers() {}

  /**
   * Returns the path of a program. If it is missing, the test is aborted with a notice, or fails
   * with {@code CI=true}.
   *
   * @param program its file name, or one of those that are listed together
   */
  public static Path require(String program) {
    return require(program, ProgramPath.ofThisProcess());
  }

  static Path require(String program, ProgramPath path) {
    Optional<Requirement> requirement = Requirement.of(program);
    return requirement.map(Requirement::names).orElse(List.of(program)).stream()
        .flatMap(name -> path.find(name).stream())
        .findFirst()
        .orElseThrow(
            () -> {
              String what = program + " is " + path.absence();
              return requirement.filter(Requirement::isOptional).isPresent()
                  ? abort(what, remedy(program), "This is no failure, even with CI=true.")
                  : missing(what, remedy(program));
            });
  }

  /**
   * Returns the remedy for a missing requirement, a sentence.
   *
   * @param name as in {@code requirements.txt}, or that of another program
   */
  public static String remedy(String name) {
    return Requirement.of(name)
        .map(Requirement::remedy)
        .orElseGet(() -> "Put %s on PATH.".formatted(name));
  }

  /**
   * Ends the test because this machine lacks a requirement: aborts it with a notice, or fails it
   * with {@code CI=true}. Never returns; the type lets callers write {@code throw}.
   *
   * @param what the missing requirement, as in {@code no Docker engine answers}
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
    // Standard error is visible in the build's output; the reason of an aborted test often is not.
    System.err.println(notice);
    return Assumptions.abort(what + ". " + remedy);
  }
}
