package io.kvbench.bindings.zookeeper.traffic;

import static io.kvbench.testkit.RecordedTraffic.Turn.received;
import static io.kvbench.testkit.RecordedTraffic.Turn.sent;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Traffic;
import io.kvbench.testkit.RecordedTraffic;
import io.kvbench.testkit.RecordedTraffic.Turn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.jute.BinaryOutputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.proto.AuthPacket;
import org.apache.zookeeper.proto.ConnectRequest;
import org.apache.zookeeper.proto.ConnectResponse;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateTTLRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.ErrorResponse;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.MultiHeader;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.RequestHeader;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.SyncRequest;
import org.apache.zookeeper.proto.WatcherEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the recording of ZooKeeper's clients, by the library's own records. */
class ZooKeeperTrafficTest {
  private static final Traffic TRAFFIC =
      (sink, connection) -> new ZooKeeperTraffic(sink, connection, "/kvbench");
  private static final int AUTH_XID = -4;
  private static final int PING_XID = -2;

  private static final Turn CONNECT =
      sent(frame(new ConnectRequest(0, 0, 4_000, 0, new byte[16], false)));
  private static final Turn CONNECTED =
      received(
          frame(
              new ConnectResponse(
                  0, 4_000, 77, "secret-password!".getBytes(StandardCharsets.US_ASCII), false)));

  @TempDir private Path directory;

  private static byte[] frame(Record... records) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      BinaryOutputArchive archive = BinaryOutputArchive.getArchive(bytes);
      for (Record record : records) {
        record.serialize(archive, "part");
      }
      ByteBuffer framed = ByteBuffer.allocate(Integer.BYTES + bytes.size());
      return framed.putInt(bytes.size()).put(bytes.toByteArray()).array();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Turn request(int xid, int type, Record... body) {
    Record[] records = new Record[body.length + 1];
    records[0] = new RequestHeader(xid, type);
    System.arraycopy(body, 0, records, 1, body.length);
    return sent(frame(records));
  }

  private static Turn answer(int xid, Code code, Record... body) {
    Record[] records = new Record[body.length + 1];
    records[0] = new ReplyHeader(xid, 5, code.intValue());
    System.arraycopy(body, 0, records, 1, body.length);
    return received(frame(records));
  }

  private static CreateRequest create(String path, int bytes, int flags) {
    return new CreateRequest(path, new byte[bytes], ZooDefs.Ids.OPEN_ACL_UNSAFE, flags);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 64, 100_000})
  void operationsHaveTheirKeysSizesAndAnswers(int piece) throws Exception {
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            piece,
            List.of(
                CONNECT,
                CONNECTED,
                request(1, OpCode.create, create("/kvbench/a", 9, 0)),
                request(2, OpCode.getData, new GetDataRequest("/kvbench/a", true)),
                answer(1, Code.NODEEXISTS),
                answer(2, Code.OK, new GetDataResponse(new byte[31], new Stat())),
                received(frame(new ReplyHeader(-1, -1, 0), new WatcherEvent(3, 3, "/kvbench/a"))),
                request(3, OpCode.setData, new SetDataRequest("/kvbench/a", new byte[12], -1)),
                request(PING_XID, OpCode.ping),
                answer(3, Code.OK, new Stat()),
                answer(PING_XID, Code.OK),
                request(4, OpCode.setData, new SetDataRequest("/kvbench/a", new byte[1], 8)),
                answer(4, Code.BADVERSION),
                request(5, OpCode.delete, new DeleteRequest("/other/b", -1)),
                answer(5, Code.NONODE),
                request(6, OpCode.sync, new SyncRequest("/kvbench")),
                request(7, OpCode.getData, new GetDataRequest("/kvbench/a", false)),
                answer(6, Code.OK),
                request(8, OpCode.getData, new GetDataRequest("/kvbench/a", false))));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations())
        .containsExactly(
            "INSERT a 9 bytes: ALREADY_EXISTS",
            "READ a: OK, 31 bytes",
            "UPDATE a 12 bytes: OK",
            "COMPARE_AND_SET a 1 bytes: CONFLICT",
            "DELETE /other/b: NOT_FOUND",
            "READ a linearizable: CONNECTION_LOST",
            "READ a: CONNECTION_LOST");
    assertThat(traffic.ignored()).isEmpty();
  }

  @Test
  void transactionsHaveTheirPartsAndTheErrorThatKeptThemFromBeingCarriedOut() throws Exception {
    MultiHeader create = new MultiHeader(OpCode.create, false, -1);
    MultiHeader delete = new MultiHeader(OpCode.delete, false, -1);
    MultiHeader end = new MultiHeader(-1, true, -1);
    MultiHeader error = new MultiHeader(OpCode.error, false, 0);
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            1_000,
            List.of(
                CONNECT,
                CONNECTED,
                request(
                    1,
                    OpCode.multi,
                    create,
                    create("/kvbench/a", 4, 0),
                    delete,
                    new DeleteRequest("/kvbench/b", -1),
                    end),
                answer(
                    1,
                    Code.OK,
                    error,
                    new ErrorResponse(0),
                    error,
                    new ErrorResponse(Code.NONODE.intValue()),
                    end),
                request(2, OpCode.multi, delete, new DeleteRequest("/kvbench/c", 4), end),
                answer(2, Code.OK, delete, end)));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations())
        .containsExactly(
            "TRANSACTION INSERT a 4 bytes, DELETE b: NOT_FOUND", "TRANSACTION DELETE c: OK");
  }

  @Test
  void whatHasNoPlaceIsCountedWithoutItsContents() throws Exception {
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            1_000,
            List.of(
                CONNECT,
                CONNECTED,
                request(
                    AUTH_XID,
                    OpCode.auth,
                    new AuthPacket(0, "digest", "user:password".getBytes(StandardCharsets.UTF_8))),
                answer(AUTH_XID, Code.OK),
                request(1, OpCode.create, create("/kvbench/numbered-", 1, 3)),
                answer(1, Code.OK),
                request(2, OpCode.getData, new GetDataRequest("/kvbench", false)),
                answer(2, Code.OK, new GetDataResponse(new byte[0], new Stat())),
                request(3, OpCode.getChildren, new GetDataRequest("/kvbench", false)),
                answer(3, Code.OK)));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations()).isEmpty();
    assertThat(traffic.ignored())
        .isEqualTo(
            Map.of(
                "auth",
                1L,
                "create of a sequential znode",
                1L,
                "request for the root of the records",
                1L,
                "getChildren",
                1L));
  }

  /** A replay has no session that ends, and so must delete them. */
  @Test
  void ephemeralZnodesAreRecordsUntilTheirSessionIsClosed() throws Exception {
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            1_000,
            List.of(
                CONNECT,
                CONNECTED,
                request(1, OpCode.create, create("/kvbench/a", 1, 1)),
                answer(1, Code.OK),
                request(2, OpCode.create, create("/kvbench/b", 2, 1)),
                answer(2, Code.OK),
                request(3, OpCode.create2, create("/kvbench/others", 3, 1)),
                answer(3, Code.NODEEXISTS),
                request(4, OpCode.createContainer, create("/kvbench/c", 4, 4)),
                answer(4, Code.OK),
                request(5, OpCode.delete, new DeleteRequest("/kvbench/a", -1)),
                answer(5, Code.OK),
                request(6, OpCode.delete, new DeleteRequest("/kvbench/b", 9)),
                answer(6, Code.BADVERSION),
                request(
                    7,
                    OpCode.createTTL,
                    new CreateTTLRequest(
                        "/kvbench/t", new byte[5], ZooDefs.Ids.OPEN_ACL_UNSAFE, 5, 1_000)),
                request(8, OpCode.create, create("/kvbench/late", 6, 1)),
                request(9, OpCode.closeSession),
                answer(7, Code.OK),
                answer(8, Code.OK),
                answer(9, Code.OK)));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.ignored()).isEmpty();
    assertThat(traffic.operations())
        .containsExactly(
            "INSERT a 1 bytes: OK",
            "INSERT b 2 bytes: OK",
            "INSERT others 3 bytes: ALREADY_EXISTS",
            "INSERT c 4 bytes: OK",
            "DELETE a: OK",
            "DELETE b: CONFLICT",
            "INSERT t 5 bytes: OK",
            "INSERT late 6 bytes: OK",
            "DELETE b: no answer",
            "DELETE late: no answer");
  }

  /** The server does not queue it after earlier requests. */
  @Test
  void authenticationMayBeAnsweredBeforeEarlierRequests() throws Exception {
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            1_000,
            List.of(
                CONNECT,
                CONNECTED,
                request(1, OpCode.getData, new GetDataRequest("/kvbench/a", false)),
                request(AUTH_XID, OpCode.auth, new AuthPacket(0, "digest", new byte[4])),
                request(2, OpCode.getData, new GetDataRequest("/kvbench/b", false)),
                answer(AUTH_XID, Code.OK),
                answer(1, Code.NONODE),
                answer(2, Code.OK, new GetDataResponse(new byte[3], new Stat()))));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations()).containsExactly("READ a: NOT_FOUND", "READ b: OK, 3 bytes");
  }

  @Test
  void aRequestThatIsBrokenOffIsNoOperation() throws Exception {
    byte[] request =
        frame(new RequestHeader(2, OpCode.delete), new DeleteRequest("/kvbench/b", -1));
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            1_000,
            List.of(
                CONNECT,
                CONNECTED,
                request(1, OpCode.delete, new DeleteRequest("/kvbench/a", -1)),
                answer(1, Code.OK),
                sent(Arrays.copyOf(request, request.length - 1))));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations()).containsExactly("DELETE a: OK");
  }

  @Test
  void commandsOfFourLettersAreNoSession() throws Exception {
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            2,
            List.of(
                sent("ruok".getBytes(StandardCharsets.US_ASCII)),
                received("imok".getBytes(StandardCharsets.US_ASCII))));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.ignored()).isEqualTo(Map.of("four-letter-word command", 1L));
  }

  @Test
  void otherProtocolsAreNotDecoded() throws Exception {
    assertThat(
            RecordedTraffic.of(
                    TRAFFIC, directory, 100, List.of(sent(new byte[] {22, 3, 1, 2, 0, 1})))
                .failure())
        .isPresent();
    assertThat(
            RecordedTraffic.of(
                    TRAFFIC, directory, 100, List.of(CONNECT, CONNECTED, answer(9, Code.OK)))
                .failure())
        .contains("an answer to no request");
  }
}
