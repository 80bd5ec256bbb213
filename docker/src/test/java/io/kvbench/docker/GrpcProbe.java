package io.kvbench.docker;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A minimal gRPC client for one short request to a server on this machine. It uses HTTP/2 without
 * TLS from the first byte, which the JDK's own client does not support, and only the part that one
 * request needs: its headers are written literally, and those of the answer are not read. A
 * rejection has headers only, so a message is an answer.
 */
final class GrpcProbe {
  private static final int LIMIT_MILLIS = 1_000;
  private static final int MAX_FRAME = 1 << 20;
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RESET = 3;
  private static final int SETTINGS = 4;
  private static final int GO_AWAY = 7;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  /** Indexed header fields of HPACK's static table: POST, http. */
  private static final int POST = 0x83;

  private static final int HTTP = 0x86;

  /** Names of the static table, for values that are written out and not kept. */
  private static final int AUTHORITY = 1;

  private static final int PATH = 4;

  private GrpcProbe() {}

  /**
   * Returns the message of a server's answer; empty if it rejects or does not answer in time.
   *
   * @param method the full name, as in {@code package.Service/Method}
   */
  static Optional<byte[]> ask(String endpoint, String method, byte[] message) {
    int colon = endpoint.lastIndexOf(':');
    int port = Integer.parseInt(endpoint.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(endpoint.substring(0, colon), port), LIMIT_MILLIS);
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      out.write(request(endpoint, method, message));
      out.flush();
      return answer(new DataInputStream(socket.getInputStream()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static byte[] request(String endpoint, String method, byte[] message) throws IOException {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    headers.write(POST);
    headers.write(HTTP);
    headers.write(PATH);
    text(headers, "/" + method);
    headers.write(AUTHORITY);
    text(headers, endpoint);
    field(headers, "content-type", "application/grpc");
    field(headers, "te", "trailers");

    // Uncompressed, with its length.
    ByteBuffer data = ByteBuffer.allocate(5 + message.length);
    data.put((byte) 0).putInt(message.length).put(message);

    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(PREFACE.getBytes(StandardCharsets.US_ASCII));
    frame(all, SETTINGS, 0, 0, new byte[0]);
    frame(all, HEADERS, END_HEADERS, 1, headers.toByteArray());
    frame(all, DATA, END_STREAM, 1, data.array());
    return all.toByteArray();
  }

  private static void field(ByteArrayOutputStream out, String name, String value)
      throws IOException {
    out.write(0);
    text(out, name);
    text(out, value);
  }

  /** Texts of up to 126 bytes have a one-byte length. */
  private static void text(ByteArrayOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length > 126) {
      throw new IOException("too long for a header: " + text);
    }
    out.write(bytes.length);
    out.write(bytes);
  }

  private static void frame(
      ByteArrayOutputStream out, int type, int flags, int stream, byte[] payload)
      throws IOException {
    ByteBuffer head = ByteBuffer.allocate(9);
    head.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    head.put((byte) type).put((byte) flags).putInt(stream);
    out.write(head.array());
    out.write(payload);
  }

  private static Optional<byte[]> answer(DataInputStream in) throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    while (true) {
      int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      if (length > MAX_FRAME) {
        return Optional.empty();
      }
      byte[] payload = new byte[length];
      in.readFully(payload);
      if (type == DATA && stream == 1) {
        data.write(payload);
      }
      boolean ended = stream == 1 && (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
      if (ended) {
        return message(data.toByteArray());
      }
      if (type == RESET || type == GO_AWAY) {
        return Optional.empty();
      }
    }
  }

  private static Optional<byte[]> message(byte[] data) {
    if (data.length < 5) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.wrap(data);
    boolean plain = bytes.get() == 0;
    byte[] message = new byte[bytes.getInt()];
    if (!plain || message.length > bytes.remaining()) {
      return Optional.empty();
    }
    bytes.get(message);
    return Optional.of(message);
  }
}
