package io.kvbench.docker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/** A minimal client of a d-engine server that writes and reads a record. */
final class DEngineStore {
  private static final String SERVICE = "d_engine.client.RaftClientService/";
  private static final int LINEARIZABLE = 1;
  private static final int EVENTUAL = 2;

  private DEngineStore() {}

  static void write(String endpoint, String key, String value) throws IOException {
    byte[] insert = join(field(1, key.getBytes(ISO_8859_1)), field(2, value.getBytes(ISO_8859_1)));
    byte[] request = field(2, field(1, insert));
    if (GrpcProbe.ask(endpoint, SERVICE + "HandleClientWrite", request).isEmpty()) {
      throw new IOException(endpoint + " does not take the write");
    }
  }

  /** Returns the answer, which contains the value; empty if there is none. */
  static String read(String endpoint, String key) throws IOException {
    return read(endpoint, key, LINEARIZABLE);
  }

  static String readStale(String endpoint, String key) throws IOException {
    return read(endpoint, key, EVENTUAL);
  }

  private static String read(String endpoint, String key, int policy) throws IOException {
    byte[] request = join(field(2, key.getBytes(ISO_8859_1)), new byte[] {0x18, (byte) policy});
    Optional<byte[]> answer = GrpcProbe.ask(endpoint, SERVICE + "HandleClientRead", request);
    return new String(answer.orElse(new byte[0]), ISO_8859_1);
  }

  private static byte[] field(int number, byte[] bytes) throws IOException {
    return join(new byte[] {(byte) (number << 3 | 2), (byte) bytes.length}, bytes);
  }

  private static byte[] join(byte[] first, byte[] second) throws IOException {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(first);
    both.write(second);
    return both.toByteArray();
  }
}
