package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A kvbench command line in a thread of the test's JVM, which saves the start of one. It shares the
 * client log and the class path with the test, so tests of these use {@link KvbenchProcess}.
 */
public final class KvbenchThread extends RunningKvbench {
  /** The lock of runs with load agents, whose coordination server has settings of the JVM. */
  public static final String COORDINATION = "coordination server";

  private static final Set<String> WITH_RESULTS = Set.of("run", "load", "suite", "find");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final StopSignal stop = new StopSignal();
  private final AtomicReference<Integer> exitCode = new AtomicReference<>();
  private final AtomicReference<Throwable> defect = new AtomicReference<>();
  private final Thread thread;

  private KvbenchThread(Path directory, List<String> arguments) {
    super(directory);
    Terminal terminal = new Terminal(printing(out), printing(err));
    thread =
        Thread.ofPlatform()
            .name("kvbench")
            .uncaughtExceptionHandler((failed, thrown) -> defect.set(thrown))
            .unstarted(
                () ->
                    exitCode.set(
                        terminal.finish(
                            new CommandLineApp(terminal, stop)
                                .run(arguments.toArray(String[]::new)))));
  }

  /**
   * Starts a command line as if {@code directory} were the current one: names of files in it are
   * made absolute, and results go below it.
   */
  public static KvbenchThread start(Path directory, String... arguments) {
    KvbenchCommand.awaitLogging();
    KvbenchThread kvbench = new KvbenchThread(directory, within(directory, arguments));
    kvbench.thread.start();
    return kvbench;
  }

  private static List<String> within(Path directory, String... arguments) {
    List<String> all = new ArrayList<>();
    boolean isResults = false;
    for (String argument : withoutSidecar(arguments)) {
      all.add(
          isResults || isFileIn(directory, argument)
              ? directory.resolve(argument).toString()
              : argument);
      isResults = argument.equals("--results");
    }
    if ((isRun(arguments) || WITH_RESULTS.contains(arguments[0])) && !all.contains("--results")) {
      all.addAll(List.of("--results", directory.resolve("results").toString()));
    }
    return all;
  }

  private static boolean isFileIn(Path directory, String argument) {
    try {
      return !argument.isEmpty() && Files.exists(directory.resolve(argument));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static PrintStream printing(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  @Override
  public void interrupt() {
    stop.give();
  }

  @Override
  public int exitCode() throws InterruptedException {
    assertThat(thread.join(LONGEST))
        .as(() -> "ends by itself; until now it said " + err())
        .isTrue();
    if (defect.get() != null) {
      throw new AssertionError(said(), defect.get());
    }
    return exitCode.get();
  }

  @Override
  public boolean isRunning() {
    return thread.isAlive();
  }

  @Override
  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Override
  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    stop.give();
    try {
      if (!thread.join(LONGEST)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
