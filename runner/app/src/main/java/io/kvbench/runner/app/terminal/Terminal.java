package io.kvbench.runner.app.terminal;

import io.kvbench.core.setting.Problems;
import io.kvbench.reports.text.PlainText;
import io.kvbench.reports.text.TextStyle;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The user's terminal: results go to standard output, everything else to standard error. */
public final class Terminal {
  private static final int DEFAULT_WIDTH = 96;
  private static final int NARROWEST = 40;
  private static final int WIDEST = 120;

  private static final Set<String> YES = Set.of("y", "yes");

  private static final String CLEAR_LINE = "\r\u001B[2K";

  private final StandardStream out;
  private final StandardStream err;
  private final boolean piped;

  public Terminal(StandardStream out, StandardStream err, boolean piped) {
    this.out = out;
    this.err = err;
    this.piped = piped;
  }

  public Terminal(PrintStream out, PrintStream err) {
    this(new StandardStream(out, out.charset()), new StandardStream(err, err.charset()), false);
  }

  public static Terminal standard() {
    return new Terminal(
        new StandardStream(new FileOutputStream(FileDescriptor.out), charset("stdout.encoding")),
        new StandardStream(new FileOutputStream(FileDescriptor.err), charset("stderr.encoding")),
        isPipe(target(1)));
  }

  /** Returns the encoding of the terminal, also where the JVM's default is another. */
  private static Charset charset(String property) {
    String name = System.getProperty(property);
    return name == null ? Charset.defaultCharset() : Charset.forName(name);
  }

  /** Returns the same terminal with results on standard error, where output is for programs. */
  public Terminal withResultsOnError() {
    return new Terminal(err, err, piped);
  }

  /** Returns the standard output, for programs. */
  public StandardStream output() {
    return out;
  }

  /** Returns where results are printed, without control characters. */
  public PrintWriter out() {
    return out.plain();
  }

  /** Returns where results are printed that may have colours. */
  public PrintWriter page() {
    return out.coloured();
  }

  /** Returns where messages are printed, without control characters and users' passwords. */
  public PrintWriter err() {
    return err.messages();
  }

  /** Says what went wrong, and returns the exit code for it. */
  public int fail(@Nullable String message, int exitCode) {
    err().println("kvbench: " + message);
    return exitCode;
  }

  /** Prints everything that is wrong, and returns the exit code for it. */
  public int refuse(Problems problems) {
    err().println("kvbench: " + (problems.count() == 1 ? "error:" : problems.count() + " errors:"));
    // Lines in a file are not wrapped, so that each can be searched as a whole.
    int width = isInteractive() ? width() : Integer.MAX_VALUE;
    problems
        .list()
        .forEach(
            problem ->
                PlainText.wrap(problem.toString().replace('\n', ' '), width - 2)
                    .forEach(line -> err().println("  " + line)));
    if (problems.omitted() > 0) {
      err().println("  and " + problems.omitted() + " more");
    }
    return ExitCode.USAGE;
  }

  /** Prints everything that is wrong with files, and returns the exit code for it. */
  public int refuse(List<String> problems) {
    String count = problems.size() == 1 ? "error:" : problems.size() + " errors:";
    err().println("kvbench: " + count);
    problems.forEach(problem -> err().println("  " + PlainText.of(problem)));
    return ExitCode.USAGE;
  }

  /** Clears the unfinished line on standard error. */
  public void clearLine() {
    err.control(CLEAR_LINE);
  }

  /**
   * Ends the output.
   *
   * @param exitCode that of the command
   * @return the exit code of the process: lost output is an error, unless its reader went away
   */
  public int finish(int exitCode) {
    Optional<IOException> lost = out.failure().filter(failure -> !isReaderGone(failure));
    lost.ifPresent(
        failure ->
            err()
                .println(
                    "kvbench: cannot write to standard output: "
                        + failure.getMessage()
                        + ". The output is incomplete; redirect it elsewhere."));
    err().flush();
    return lost.isPresent()
            && List.of(ExitCode.FINE, ExitCode.VERDICT, ExitCode.NOT_JUDGED).contains(exitCode)
        ? ExitCode.ENVIRONMENT
        : exitCode;
  }

  /** Such as that of {@code | head}. The message may be in the user's language. */
  private boolean isReaderGone(IOException failure) {
    return piped || String.valueOf(failure.getMessage()).contains("Broken pipe");
  }

  /** Returns whether standard error is a terminal, on which a line can be written over. */
  public boolean isInteractive() {
    return isTerminal(2);
  }

  /** Returns whether there is someone to answer a question. */
  public boolean canAsk() {
    return isTerminal(0);
  }

  /**
   * Asks a question on standard error; only {@code y} and {@code yes} confirm it.
   *
   * @throws InterruptedException if the caller is interrupted before there is an answer
   */
  public boolean confirms(String question) throws InterruptedException {
    err().print(question);
    err().flush();
    CompletableFuture<String> answer = new CompletableFuture<>();
    // A read of standard input cannot be interrupted.
    Thread.ofPlatform().daemon().name("answer").start(() -> answer.complete(line()));
    try {
      return YES.contains(answer.get().strip().toLowerCase(Locale.ROOT));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String line() {
    try {
      String line =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns how text for standard output is to look. */
  public TextStyle style() {
    boolean color = isTerminal(1) && System.getenv("NO_COLOR") == null;
    return new TextStyle(width(), color, isUnicode());
  }

  public boolean isUnicode() {
    return out.charset().equals(StandardCharsets.UTF_8);
  }

  public int width() {
    int columns = isTerminal(1) || isTerminal(2) ? columns() : DEFAULT_WIDTH;
    return Math.clamp(columns, NARROWEST, WIDEST);
  }

  private static boolean isTerminal(int descriptor) {
    Optional<String> target = target(descriptor);
    return target.isPresent() ? isTerminal(target.get()) : saysTest(descriptor);
  }

  private static boolean isTerminal(String target) {
    return target.startsWith("/dev/pts/")
        || target.startsWith("/dev/tty")
        || target.equals("/dev/console");
  }

  private static boolean isPipe(Optional<String> target) {
    return target
        .filter(name -> name.startsWith("pipe:") || name.startsWith("socket:"))
        .isPresent();
  }

  /** Returns what a descriptor is of; empty on systems without /proc. */
  private static Optional<String> target(int descriptor) {
    try {
      return Optional.of(Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString());
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /** For systems without /proc: the shell's own test of the descriptor that it inherits. */
  private static boolean saysTest(int descriptor) {
    return output(new ProcessBuilder("sh", "-c", "test -t " + descriptor).inheritIO()).isPresent();
  }

  /** Returns the width by stty, which asks the kernel; Java has no API for it. */
  private static int columns() {
    return stty("size")
        .filter(said -> said.matches("\\d+ \\d{1,9}"))
        .map(said -> Integer.parseInt(said.substring(said.indexOf(' ') + 1)))
        .orElse(DEFAULT_WIDTH);
  }

  /** Returns the output of stty about the terminal of this process; empty if it fails. */
  public static Optional<String> stty(String... arguments) {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(arguments));
    return output(new ProcessBuilder(command).redirectInput(new File("/dev/tty")));
  }

  private static Optional<String> output(ProcessBuilder builder) {
    try {
      Process process = builder.start();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return process.waitFor(1, TimeUnit.SECONDS) && process.exitValue() == 0
          ? Optional.of(said)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
