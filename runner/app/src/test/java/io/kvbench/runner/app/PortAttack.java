package io.kvbench.runner.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * The attacks of unauthenticated clients on a port with TLS.
 *
 * @param address of the port
 */
public record PortAttack(InetSocketAddress address) {
  private static final int PATIENCE_MILLIS = 30_000;
  private static final int CONNECTIONS = 10_000;

  /** As many sources as a process may have open files for, with some to spare. */
  private static final int AT_ONCE = 5_000;

  private static final int CONNECTING = 64;

  /** An action while connections are held open. */
  @FunctionalInterface
  public interface Meanwhile {
    void run() throws Exception;
  }

  public Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.connect(address, PATIENCE_MILLIS);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /** Returns the answer to some bytes in plain text, in ISO 8859-1. */
  public String said(byte[] bytes) throws IOException {
    try (Socket socket = connect();
        OutputStream out = socket.getOutputStream();
        InputStream in = socket.getInputStream()) {
      out.write(bytes);
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  /** Sends bytes that are not TLS, in pieces of any length. */
  public void garbage(Random random, int times) {
    byte[] garbage = new byte[100_000];
    for (int time = 0; time < times; time++) {
      random.nextBytes(garbage);
      if (time % 2 == 0) {
        // The beginning of a handshake whose rest makes no sense.
        System.arraycopy(new byte[] {22, 3, 1, 2, 0, 1, 0, 1, (byte) 252, 3, 3}, 0, garbage, 0, 11);
      }
      try (Socket socket = connect()) {
        socket.getOutputStream().write(garbage, 0, random.nextInt(garbage.length));
      } catch (IOException e) {
        // It has hung up.
      }
    }
  }

  /**
   * Opens ten thousand connections that say nothing, or begin a handshake byte by byte, half of
   * them at a time, and holds them open.
   */
  public void hold(Meanwhile meanwhile) throws Exception {
    List<Socket> open = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int attempts = 0; attempts < CONNECTIONS; attempts += AT_ONCE) {
        Semaphore connecting = new Semaphore(CONNECTING);
        List<Future<Socket>> wave = new ArrayList<>();
        for (int each = 0; each < AT_ONCE; each++) {
          boolean speaks = each % 2 == 0;
          wave.add(threads.submit(() -> slow(connecting, speaks)));
        }
        for (Future<Socket> each : wave) {
          open.add(each.get());
        }
        meanwhile.run();
        close(open);
      }
    } finally {
      close(open);
    }
  }

  private static void close(List<Socket> open) throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    open.clear();
  }

  private Socket slow(Semaphore connecting, boolean speaks) throws InterruptedException {
    connecting.acquire();
    Socket socket = new Socket();
    try {
      socket.connect(address, PATIENCE_MILLIS);
      if (speaks) {
        socket.getOutputStream().write(new byte[] {22, 3, 1});
      }
    } catch (IOException e) {
      // It takes no more at the moment, and says so.
    } finally {
      connecting.release();
    }
    return socket;
  }

  /** Returns the memory of the JVM that serves, if the one that was started has started another. */
  public static long residentBytes(ProcessHandle server) {
    return Stream.concat(Stream.of(server), server.descendants())
        .mapToLong(process -> residentBytes(process.pid()))
        .max()
        .orElseThrow();
  }

  private static long residentBytes(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .max()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
