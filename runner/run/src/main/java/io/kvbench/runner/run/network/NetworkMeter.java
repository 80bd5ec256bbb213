package io.kvbench.runner.run.network;

import io.kvbench.core.measure.NanoClock;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A server on the loopback address that echoes bytes, and receives and sends the requested amounts.
 */
final class NetworkMeter implements Meter {
  private static final NanoClock CLOCK = NanoClock.system();
  private static final int ECHO = 'e';
  private static final int TAKE = 't';
  private static final int GIVE = 'g';
  private static final int CLOCKED = 'c';
  private static final int BUFFER = 65_536;
  private static final int CONNECT_MILLIS = 10_000;

  /** No answer for this long is an error; the slowest condition needs less. */
  private static final int SILENCE_MILLIS = 60_000;

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private NetworkMeter(ServerSocket server) {
    this.server = server;
  }

  static NetworkMeter start() throws IOException {
    NetworkMeter started =
        new NetworkMeter(new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress()));
    Thread.ofVirtual().name("network-meter").start(started::accept);
    return started;
  }

  @Override
  public String upstream() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  @Override
  public String here() {
    return upstream();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().name("network-meter-connection").start(() -> serve(socket));
      } catch (IOException e) {
        // It was closed, or one connection failed, which its other end notices.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      switch (in.read()) {
        case ECHO -> {
          for (int each = in.read(); each >= 0; each = in.read()) {
            out.write(each);
          }
        }
        case CLOCKED -> {
          for (int each = in.read(); each >= 0; each = in.read()) {
            out.writeLong(CLOCK.nanos());
          }
        }
        case TAKE -> out.writeDouble(receive(in, in.readLong()));
        case GIVE -> send(out, in.readLong());
        default -> {}
      }
    } catch (IOException e) {
      // The other end is done, or notices the failure.
    } finally {
      open.remove(socket);
    }
  }

  private static void send(OutputStream out, long bytes) throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (long left = bytes; left > 0; left -= Math.min(left, BUFFER)) {
      out.write(buffer, 0, (int) Math.min(left, BUFFER));
    }
    out.flush();
  }

  /** Returns the bytes per second that arrived after the first ones. */
  private static double receive(InputStream in, long bytes) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long first = 0;
    long began = 0;
    long left = bytes;
    while (left > 0) {
      int read = in.read(buffer, 0, (int) Math.min(left, BUFFER));
      if (read < 0) {
        throw new IOException("the connection ended early");
      }
      left -= read;
      if (began == 0) {
        began = CLOCK.nanos();
        first = read;
      }
    }
    return (bytes - first) * 1e9 / Math.max(1, CLOCK.nanos() - began);
  }

  @Override
  public List<Long> roundTrips(String address, int count) throws IOException {
    List<Long> nanos = new ArrayList<>();
    try (Socket socket = connect(address)) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      out.write(ECHO);
      // The first one waits for the proxy to connect.
      for (int number = 0; number <= count; number++) {
        long start = CLOCK.nanos();
        out.write(0);
        if (in.read() < 0) {
          throw new IOException("the connection ended early");
        }
        if (number > 0) {
          nanos.add(CLOCK.nanos() - start);
        }
      }
    }
    Collections.sort(nanos);
    return nanos;
  }

  /** Both ends are in this process, and so have one clock. */
  @Override
  public List<Long> waysTo(String address, int count) throws IOException {
    List<Long> nanos = new ArrayList<>();
    try (Socket socket = connect(address)) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      OutputStream out = socket.getOutputStream();
      out.write(CLOCKED);
      // The first one waits for the proxy to connect.
      for (int number = 0; number <= count; number++) {
        long start = CLOCK.nanos();
        out.write(0);
        long arrived = in.readLong();
        if (number > 0) {
          nanos.add(arrived - start);
        }
      }
    }
    Collections.sort(nanos);
    return nanos;
  }

  @Override
  public double rateTo(String address, long bytes) throws IOException {
    try (Socket socket = connect(address)) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.write(TAKE);
      out.writeLong(bytes);
      send(out, bytes);
      return new DataInputStream(socket.getInputStream()).readDouble();
    }
  }

  @Override
  public double rateFrom(String address, long bytes) throws IOException {
    try (Socket socket = connect(address)) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.write(GIVE);
      out.writeLong(bytes);
      return receive(socket.getInputStream(), bytes);
    }
  }

  static Socket connect(String address) throws IOException {
    int colon = address.lastIndexOf(':');
    Socket socket = new Socket(Proxy.NO_PROXY);
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(SILENCE_MILLIS);
      socket.connect(
          new InetSocketAddress(
              address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))),
          CONNECT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      // They end with kvbench.
    }
  }
}
