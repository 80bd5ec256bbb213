package io.kvbench.runner.distributed.kubernetes;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.setting.Excerpt;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The user's own kubectl, with the user's configuration, contexts and plug-ins for authentication.
 *
 * @param command the program and its first options
 * @param directory where its output goes meanwhile, for its owner only
 */
record Kubectl(List<String> command, Path directory) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final byte[] NOTHING = {};

  /** Runs it without input. */
  String call(String... arguments) throws IOException, InterruptedException {
    return call(NOTHING, arguments);
  }

  /**
   * Runs it and returns what it prints.
   *
   * @param input for its standard input, which other users cannot see
   * @throws IOException with its message, if it fails or takes longer than 30 seconds
   */
  String call(byte[] input, String... arguments) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    all.add("--request-timeout=10s");
    Path out = Files.createTempFile(directory, "kubectl", ".out");
    Path err = Files.createTempFile(directory, "kubectl", ".err");
    try {
      int code = run(new ProcessBuilder(all), input, out, err);
      if (code != 0) {
        throw new IOException(title() + ": " + said(err, code));
      }
      return Files.readString(out);
    } finally {
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }

  private int run(ProcessBuilder builder, byte[] input, Path out, Path err)
      throws IOException, InterruptedException {
    Process process;
    try {
      process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    } catch (IOException e) {
      throw new IOException(title() + " cannot be started: " + FileReason.of(e), e);
    }
    try {
      give(process, input);
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException(title() + " has not ended after " + PATIENCE.toSeconds() + " s");
      }
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private static void give(Process process, byte[] input) {
    try (OutputStream to = process.getOutputStream()) {
      to.write(input);
    } catch (IOException e) {
      // The process ended before it read all; its output has the reason.
    }
  }

  private String title() {
    return String.valueOf(Path.of(command.getFirst()).getFileName());
  }

  private static String said(Path err, int code) throws IOException {
    String text = plain(new String(Files.readAllBytes(err), StandardCharsets.UTF_8));
    return text.isEmpty() ? "exit code " + code : text;
  }

  /** Returns text of a cluster as one line, not too long. */
  static String plain(String text) {
    return Excerpt.of(text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip());
  }
}
