package io.kvbench.runner.app;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A stand-in for kvbench in the launcher's tests: it prints its arguments, one per line. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws Exception {
    say("java " + Runtime.version().feature());
    say("parent " + System.getProperty("kvbench.launcher.pid"));
    say("pid " + ProcessHandle.current().pid());
    say("options " + ManagementFactory.getRuntimeMXBean().getInputArguments());
    List.of(arguments).forEach(argument -> say("argument <" + argument + ">"));
    switch (arguments.length == 0 ? "" : arguments[0]) {
      case "exit" -> System.exit(Integer.parseInt(arguments[1]));
      case "throw" -> throw new IllegalStateException("thrown by the stand-in");
      case "read" -> read();
      case "run" -> runUntilSignalled();
      default -> say("done");
    }
  }

  private static void read() throws Exception {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      say("line <" + line + ">");
    }
  }

  /** Ends like kvbench: writes its results, which takes a moment, and exits with 130. */
  private static void runUntilSignalled() throws Exception {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  say("draining");
                  pause();
                  say("drained");
                  Runtime.getRuntime().halt(130);
                }));
    say("running");
    new CountDownLatch(1).await();
  }

  private static void pause() {
    try {
      Thread.sleep(500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void say(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    System.out.write(bytes, 0, bytes.length);
    System.out.flush();
  }
}
