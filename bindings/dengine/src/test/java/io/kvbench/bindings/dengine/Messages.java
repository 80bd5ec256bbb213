package io.kvbench.bindings.dengine;

import com.google.protobuf.CodedOutputStream;
import io.kvbench.testkit.grpc.ScriptedGrpcServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The messages of a scripted server. */
final class Messages {
  static final String CLIENT = "d_engine.client.RaftClientService/";
  static final int PUT = 0;
  static final int DELETE = 1;
  static final int CANCELLED = 2;
  static final int PROGRESS = 3;
  static final int UNKNOWN = 4;

  private Messages() {}

  /** A writer of the fields of a message. */
  interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  static byte[] message(Fields fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    fields.write(out);
    out.flush();
    return bytes.toByteArray();
  }

  static byte[] event(int kind, byte[] value, long revision) throws IOException {
    return message(
        out -> {
          out.writeByteArray(1, "key".getBytes(StandardCharsets.US_ASCII));
          out.writeByteArray(2, value);
          out.writeEnum(3, kind);
          out.writeUInt64(5, revision);
        });
  }

  /** Makes the server a leader that answers reads. */
  static void lead(ScriptedGrpcServer played) throws IOException {
    played.always(
        "d_engine.server.cluster.ClusterManagementService/DiscoverLeader",
        message(
            out -> {
              out.writeUInt32(1, 1);
              out.writeUInt64(3, 5);
            }));
    played.always(CLIENT + "HandleClientRead", new byte[0]);
  }
}
