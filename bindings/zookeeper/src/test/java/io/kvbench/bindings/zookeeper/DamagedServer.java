package io.kvbench.bindings.zookeeper;

import io.kvbench.testkit.Mutation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.ZooDefs.OpCode;

/**
 * A server whose first session gets damaged answers to a number of requests, and then ends. Later
 * sessions are answered as expired.
 */
final class DamagedServer implements AutoCloseable {
  /** The number of children of a znode. */
  static final int CHILDREN = 3;

  private static final int PING = -2;
  private static final int NOTIFICATION = -1;
  private static final int HEADER_BYTES = 16;
  private static final int STAT_BYTES = 68;
  private static final int END_BYTES = 9;
  private static final int LARGEST_REQUEST = 1 << 20;
  private static final List<Integer> ODD =
      List.of(0, 1, -1, 3, 4, 5, 77, -112, -4, -12_345, 1 << 24, Integer.MAX_VALUE);
  private static final List<Integer> CODES =
      List.of(-1, -2, -4, -5, -6, -8, -101, -102, -103, -110, -112, -118, -127, 1, 77, -12_345);

  private final Mutation mutation;
  private final boolean wild;
  private final int requests;
  private final ServerSocket socket;
  private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
  private int sessions;

  /**
   * @param wild whether bytes change too, so that the meaning of an answer is undefined
   * @param requests the number of requests
   */
  DamagedServer(Mutation mutation, boolean wild, int requests) throws IOException {
    this.mutation = mutation;
    this.wild = wild;
    this.requests = requests;
    socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  List<String> endpoints() {
    return List.of("127.0.0.1:" + socket.getLocalPort());
  }

  /** Returns whether a request, counted from 0, was answered with success and completely. */
  boolean acknowledged(int request) {
    return acknowledged.contains(request);
  }

  private void accept() {
    try {
      while (true) {
        try (Socket client = socket.accept()) {
          client.setTcpNoDelay(true);
          serve(client, sessions++ == 0);
        } catch (IOException e) {
          if (socket.isClosed()) {
            return;
          }
        }
      }
    } catch (RuntimeException e) {
      throw new AssertionError(e);
    }
  }

  private void serve(Socket client, boolean first) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    DataOutputStream out = new DataOutputStream(client.getOutputStream());
    request(in);
    Jute connected = new Jute();
    connected.out.writeInt(0);
    connected.out.writeInt(first ? 2_000 : 0);
    connected.out.writeLong(first ? 17 : 0);
    connected.out.writeInt(16);
    connected.out.write(new byte[16]);
    connected.out.writeBoolean(false);
    send(out, mutation.oneIn(20) && first ? damaged(connected.bytes()) : connected.bytes());
    for (int number = 0; first && number < requests; ) {
      DataInputStream request = request(in);
      int xid = request.readInt();
      int type = request.readInt();
      if (xid == PING) {
        send(out, new Jute().header(PING, 0).bytes());
      } else {
        answer(out, number++, xid, type);
      }
    }
  }

  private static DataInputStream request(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LARGEST_REQUEST) {
      throw new IOException("a request of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  private void answer(DataOutputStream out, int number, int xid, int type) throws IOException {
    if (mutation.oneIn(3)) {
      send(out, notification());
    }
    if (mutation.oneIn(8)) {
      send(out, new Jute().header(xid, mutation.of(CODES)).bytes());
      return;
    }
    int claimed = mutation.oneIn(20) ? xid + mutation.of(List.of(-1, 1, 1000)) : xid;
    Jute jute = new Jute().header(claimed, 0);
    boolean succeeded = body(jute, type);
    byte[] answer = jute.bytes();
    boolean whole = !mutation.oneIn(4);
    if (!whole) {
      int most = mutation.oneIn(2) ? Math.min(answer.length, HEADER_BYTES + 20) : answer.length;
      answer = Arrays.copyOf(answer, HEADER_BYTES + mutation.below(most + 1 - HEADER_BYTES));
      whole = isEnough(type, answer.length, jute.bytes().length);
    }
    if (succeeded && whole && claimed == xid) {
      acknowledged.add(number);
    }
    send(out, wild && mutation.oneIn(3) ? damaged(answer) : answer);
    if (mutation.oneIn(30)) {
      send(out, answer);
    }
  }

  /** Returns whether a truncated answer suffices: the status of a write comes before the cut. */
  private static boolean isEnough(int type, int bytes, int all) {
    return switch (type) {
      case OpCode.getData -> bytes >= all - STAT_BYTES;
      case OpCode.setData, OpCode.exists -> true;
      case OpCode.getChildren2 -> bytes >= all - STAT_BYTES;
      case OpCode.multi, OpCode.multiRead -> bytes >= all - END_BYTES;
      default -> bytes == all;
    };
  }

  /** Writes the body after the header; returns whether it reports success. */
  private boolean body(Jute jute, int type) throws IOException {
    switch (type) {
      case OpCode.create, OpCode.sync -> jute.string("/kvbench/key");
      case OpCode.setData, OpCode.exists -> jute.stat();
      case OpCode.getData -> {
        jute.string("value");
        jute.stat();
      }
      case OpCode.getChildren2 -> {
        jute.out.writeInt(CHILDREN);
        for (int child = 0; child < CHILDREN; child++) {
          jute.string("child" + child);
        }
        jute.stat();
      }
      case OpCode.multiRead -> {
        for (int part = 0; part < FuzzedOperations.PARTS; part++) {
          jute.out.writeInt(OpCode.getData);
          jute.out.writeBoolean(false);
          jute.out.writeInt(0);
          jute.string("value");
          jute.stat();
        }
        jute.end();
      }
      case OpCode.multi -> {
        boolean carriedOut = mutation.oneIn(2);
        for (int part = 0; part < FuzzedOperations.PARTS; part++) {
          jute.part(carriedOut, part);
        }
        jute.end();
        return carriedOut;
      }
      default -> {}
    }
    return true;
  }

  private byte[] notification() throws IOException {
    Jute jute = new Jute().header(NOTIFICATION, 0);
    jute.out.writeInt(mutation.oneIn(8) ? mutation.of(ODD) : 3);
    jute.out.writeInt(mutation.oneIn(8) ? mutation.of(ODD) : 3);
    jute.string(mutation.oneIn(8) ? mutation.word() : "/kvbench/key");
    byte[] bytes = jute.bytes();
    return mutation.oneIn(8) ? Arrays.copyOf(bytes, mutation.below(bytes.length)) : bytes;
  }

  /** Changes bytes, an integer of four of them, or the length. */
  private byte[] damaged(byte[] answer) {
    byte[] changed = answer.clone();
    switch (mutation.below(4)) {
      case 0 -> changed[mutation.below(changed.length)] ^= (byte) (1 << mutation.below(8));
      case 1 -> {
        int at = 4 * mutation.below(changed.length / 4);
        int odd = mutation.of(ODD);
        for (int index = 0; index < 4; index++) {
          changed[at + index] = (byte) (odd >>> (24 - 8 * index));
        }
      }
      case 2 -> changed = Arrays.copyOf(changed, mutation.below(changed.length + 40));
      default -> {
        int from = mutation.below(changed.length);
        changed = Arrays.copyOfRange(changed, from, changed.length + from);
      }
    }
    return changed;
  }

  private void send(DataOutputStream out, byte[] answer) throws IOException {
    int length = wild && mutation.oneIn(40) ? mutation.of(ODD) : answer.length;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream framed = new DataOutputStream(bytes);
    framed.writeInt(length);
    framed.write(answer);
    byte[] all = bytes.toByteArray();
    int piece = mutation.oneIn(6) ? 1 + mutation.below(20) : all.length;
    for (int at = 0; at < all.length; at += piece) {
      out.write(all, at, Math.min(piece, all.length - at));
      out.flush();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** An encoder for Jute. */
  private static final class Jute {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    byte[] bytes() {
      return bytes.toByteArray();
    }

    Jute header(int xid, int code) throws IOException {
      out.writeInt(xid);
      out.writeLong(42);
      out.writeInt(code);
      return this;
    }

    void string(String text) throws IOException {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(utf8.length);
      out.write(utf8);
    }

    void stat() throws IOException {
      for (long number : new long[] {7, 7, 0, 0}) {
        out.writeLong(number);
      }
      for (int number : new int[] {1, 0, 0}) {
        out.writeInt(number);
      }
      out.writeLong(0);
      out.writeInt(5);
      out.writeInt(CHILDREN);
      out.writeLong(7);
    }

    /** Writes the result of a part: that of an update, or 0 and then the error. */
    void part(boolean carriedOut, int number) throws IOException {
      out.writeInt(carriedOut ? OpCode.setData : OpCode.error);
      out.writeBoolean(false);
      int code = carriedOut ? 0 : number == 0 ? 0 : number == 1 ? -101 : -2;
      out.writeInt(code);
      if (carriedOut) {
        stat();
      } else {
        out.writeInt(code);
      }
    }

    void end() throws IOException {
      out.writeInt(-1);
      out.writeBoolean(true);
      out.writeInt(-1);
    }
  }
}
