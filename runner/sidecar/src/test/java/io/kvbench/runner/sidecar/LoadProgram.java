package io.kvbench.runner.sidecar;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that carries out the commands on its standard input, in known amounts, and confirms
 * each.
 */
final class LoadProgram {
  static final long BURN_MILLIS = 3_000;
  static final long WRITTEN_BYTES = 100 << 20;
  static final long READ_BYTES = 16 << 20;
  static final long SWITCHES = 1_000;

  private LoadProgram() {}

  public static void main(String[] arguments) throws Exception {
    try (BufferedReader words =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      System.out.println(ProcessHandle.current().pid() + " " + socket.getLocalPort());
      for (String word = words.readLine(); word != null; word = words.readLine()) {
        switch (word) {
          case "burn" -> burn();
          case "write" -> write(Path.of(arguments[0]));
          case "read" -> read(Path.of(arguments[0]));
          case "switch" -> giveWayInAnotherThread();
          default -> throw new IllegalArgumentException(word);
        }
        System.out.println("done");
      }
    }
  }

  private static void burn() {
    var threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + Duration.ofMillis(BURN_MILLIS).toNanos();
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static void write(Path file) throws IOException {
    try {
      fill(file, WRITTEN_BYTES);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void fill(Path file, long bytes) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(1 << 20);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (long written = 0; written < bytes; ) {
        written += channel.write(block.clear());
      }
      channel.force(true);
    }
  }

  /** Just written data is in the page cache, which this child bypasses. */
  private static void read(Path file) throws IOException, InterruptedException {
    try {
      fill(file, READ_BYTES);
      Process child =
          new ProcessBuilder("dd", "if=" + file, "of=/dev/null", "bs=1M", "iflag=direct")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (child.waitFor() != 0) {
        throw new IOException("dd exited with " + child.exitValue());
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Not in the first thread, which is the one that most tools look at; and the kernel forgets the
   * counts of a thread that has ended, so this one stays.
   */
  private static void giveWayInAnotherThread() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              for (int i = 0; i < SWITCHES; i++) {
                LockSupport.parkNanos(1_000_000);
              }
              done.countDown();
              while (true) {
                LockSupport.park();
              }
            });
    done.await();
  }
}
