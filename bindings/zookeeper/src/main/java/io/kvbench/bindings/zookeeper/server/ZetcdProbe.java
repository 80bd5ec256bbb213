package io.kvbench.bindings.zookeeper.server;

import io.kvbench.core.server.HostPort;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** The probe of one zetcd, in ZooKeeper's protocol. */
final class ZetcdProbe {
  private static final int LIMIT_MILLIS = 1_000;
  private static final int SESSION_MILLIS = 1_000;
  private static final int PASSWORD_BYTES = 16;

  private ZetcdProbe() {}

  /** Returns whether it grants a session, for which it must write to its etcd. */
  static boolean grantsSession(String endpoint) {
    try (Socket socket = new Socket()) {
      HostPort place = HostPort.of(endpoint);
      socket.connect(new InetSocketAddress(place.host(), place.port()), LIMIT_MILLIS);
      socket.setSoTimeout(LIMIT_MILLIS);
      byte[] request = request();
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(request.length);
      out.write(request);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int length = in.readInt();
      int protocol = in.readInt();
      int timeout = in.readInt();
      long session = in.readLong();
      return length > 0 && protocol == 0 && timeout > 0 && session != 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the session request of a new client. */
  private static byte[] request() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0);
    out.writeLong(0);
    out.writeInt(SESSION_MILLIS);
    out.writeLong(0);
    out.writeInt(PASSWORD_BYTES);
    out.write(new byte[PASSWORD_BYTES]);
    return bytes.toByteArray();
  }
}
