package io.kvbench.bindings.zookeeper.traffic;

import io.kvbench.bindings.support.TrafficBuffer;
import io.kvbench.bindings.zookeeper.wire.ZooKeeperFailure;
import io.kvbench.core.binding.TrafficDecoder;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.trace.SessionTrace;
import io.kvbench.core.trace.TraceSink;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.jute.BinaryInputArchive;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.RequestHeader;
import org.jspecify.annotations.Nullable;

/**
 * The decoder of one connection: a session request, then requests and their answers in the same
 * order, with notifications in between. A session that continues over another connection is the
 * same session of the trace. Of authentication only the kind of request is read.
 */
public final class ZooKeeperTraffic implements TrafficDecoder {
  /** Larger than any server accepts. */
  private static final int LONGEST = 1 << 27;

  private static final int LENGTH_BYTES = 4;
  private static final int NOTIFICATION_XID = -1;

  /** The first letter of commands such as {@code ruok}, in place of a session request's length. */
  private static final int LETTERS = 0x40;

  /**
   * An unanswered request.
   *
   * @param ongoing the operation, if it is one
   * @param ephemeral the keys of znodes that it creates, which will end with the session
   * @param deleted the keys of records that it deletes, if any of them would end with the session
   */
  private record UnansweredZooKeeperRequest(
      int xid,
      int type,
      SessionTrace.@Nullable Ongoing ongoing,
      List<Key> ephemeral,
      List<Key> deleted) {
    boolean authenticates() {
      return type == OpCode.auth || type == OpCode.sasl;
    }
  }

  private final TraceSink sink;
  private final ZooKeeperRequestDecoder requests;
  private final String connection;
  private final TrafficBuffer fromClient = new TrafficBuffer(LONGEST);
  private final TrafficBuffer fromServer = new TrafficBuffer(LONGEST);
  private final Deque<UnansweredZooKeeperRequest> sent = new ArrayDeque<>();

  /** The keys of znodes that end with the session, as far as known from this connection. */
  private final Set<Key> ephemeral = new LinkedHashSet<>();

  private boolean asked;
  private boolean answeredSession;
  private boolean command;
  private @Nullable SessionTrace session;

  /**
   * Creates the decoder of a connection.
   *
   * @param root the path whose children are recorded by their names only
   */
  public ZooKeeperTraffic(TraceSink sink, String connection, String root) {
    this.sink = sink;
    this.connection = connection;
    requests = new ZooKeeperRequestDecoder(root);
  }

  @Override
  public void sent(ByteBuffer bytes, long micros) throws IOException {
    ByteBuffer all = fromClient.add(bytes);
    if (!asked && !command && all.hasRemaining() && all.get(all.position()) > LETTERS) {
      command = true;
      sink.ignored("four-letter-word command");
    }
    if (command) {
      all.position(all.limit());
      return;
    }
    for (ByteBuffer frame = frame(all); frame != null; frame = frame(all)) {
      if (asked) {
        request(ZooKeeperFrames.archive(frame), micros);
      } else if (frame.remaining() < ZooKeeperFrames.SHORTEST_CONNECT) {
        throw new IOException("a session request is too short");
      } else {
        asked = true;
      }
    }
  }

  private static @Nullable ByteBuffer frame(ByteBuffer all) throws IOException {
    if (all.remaining() < LENGTH_BYTES) {
      return null;
    }
    int length = all.getInt(all.position());
    if (length < 0 || length > LONGEST) {
      throw new IOException("a message of " + length + " bytes is none of ZooKeeper's");
    }
    if (all.remaining() - LENGTH_BYTES < length) {
      return null;
    }
    ByteBuffer frame = all.slice(all.position() + LENGTH_BYTES, length);
    all.position(all.position() + LENGTH_BYTES + length);
    return frame;
  }

  private void request(BinaryInputArchive in, long micros) throws IOException {
    RequestHeader header = new RequestHeader();
    header.deserialize(in, "header");
    ZooKeeperRequestDecoder.Read read = requests.read(header.getType(), in);
    read.ignored().ifPresent(sink::ignored);
    SessionTrace.Ongoing ongoing =
        read.request().map(request -> session().begin(request, micros)).orElse(null);
    List<Key> added = read.ephemeral().stream().filter(ephemeral::add).toList();
    List<Key> deleted = ephemeral.isEmpty() ? List.of() : deleted(read);
    sent.add(
        new UnansweredZooKeeperRequest(header.getXid(), header.getType(), ongoing, added, deleted));
    if (header.getType() == OpCode.closeSession) {
      deleteEphemeral(micros);
    }
  }

  private static List<Key> deleted(ZooKeeperRequestDecoder.Read read) {
    return read.request().stream()
        .flatMap(request -> request.parts().stream())
        .filter(part -> part.type() == OperationType.DELETE)
        .map(TracedPart::key)
        .toList();
  }

  /** Records the deletes that the server performs, since a replay has no session that ends. */
  private void deleteEphemeral(long micros) {
    for (Key key : ephemeral) {
      TracedRequest deletion = TracedRequest.write(OperationType.DELETE, key, TracedPart.NONE);
      session().endUnknown(session().begin(deletion, micros));
    }
    ephemeral.clear();
  }

  /** Requests may be sent before the answer to the session request. */
  private SessionTrace session() {
    SessionTrace known = session;
    if (known == null) {
      known = sink.session(connection);
      session = known;
    }
    return known;
  }

  @Override
  public void received(ByteBuffer bytes, long micros) throws IOException {
    ByteBuffer all = fromServer.add(bytes);
    if (command) {
      all.position(all.limit());
      return;
    }
    for (ByteBuffer frame = frame(all); frame != null; frame = frame(all)) {
      if (answeredSession) {
        answer(ZooKeeperFrames.archive(frame), micros);
      } else {
        opened(frame);
      }
    }
  }

  /** The session's number follows the version of the protocol and the timeout. */
  private void opened(ByteBuffer frame) throws IOException {
    if (frame.remaining() < ZooKeeperFrames.SESSION_END) {
      throw new IOException("an answer to a session request is too short");
    }
    answeredSession = true;
    if (session == null) {
      session = sink.session("session " + frame.getLong(ZooKeeperFrames.SESSION_AT));
    }
  }

  private void answer(BinaryInputArchive in, long micros) throws IOException {
    ReplyHeader header = new ReplyHeader();
    header.deserialize(in, "header");
    if (header.getXid() == NOTIFICATION_XID) {
      return;
    }
    UnansweredZooKeeperRequest request = answered(header.getXid());
    SessionTrace.Ongoing ongoing = request.ongoing();
    if (ongoing == null) {
      return;
    }
    int code = header.getErr();
    int bytes = TracedPart.NONE;
    if (code == Code.OK.intValue()) {
      switch (request.type()) {
        case OpCode.getData -> bytes = ZooKeeperFrames.dataBytes(in);
        case OpCode.multi -> code = ZooKeeperFrames.firstError(in);
        default -> {} // the rest of the answer is not needed
      }
    }
    if (code == Code.OK.intValue()) {
      request.deleted().forEach(ephemeral::remove);
    } else {
      request.ephemeral().forEach(ephemeral::remove);
    }
    session().end(ongoing, status(code), bytes, micros);
  }

  /** Servers answer authentication immediately, before earlier requests. */
  private UnansweredZooKeeperRequest answered(int xid) throws IOException {
    UnansweredZooKeeperRequest first = sent.peek();
    if (first != null && first.xid() == xid) {
      return sent.remove();
    }
    Iterator<UnansweredZooKeeperRequest> later = sent.iterator();
    while (later.hasNext()) {
      UnansweredZooKeeperRequest request = later.next();
      if (request.xid() == xid && request.authenticates()) {
        later.remove();
        return request;
      }
    }
    throw new IOException("an answer to no request");
  }

  private static Status status(int code) {
    if (code == Code.OK.intValue()) {
      return Outcome.OK;
    } else if (code == Code.NONODE.intValue()) {
      return Outcome.NOT_FOUND;
    } else if (code == Code.NODEEXISTS.intValue()) {
      return Outcome.ALREADY_EXISTS;
    }
    return code == Code.BADVERSION.intValue() ? Outcome.CONFLICT : ZooKeeperFailure.of(code).kind();
  }

  @Override
  public void closed(long micros) {
    for (UnansweredZooKeeperRequest request = sent.poll(); request != null; request = sent.poll()) {
      SessionTrace.Ongoing ongoing = request.ongoing();
      if (ongoing != null) {
        session().end(ongoing, ErrorKind.CONNECTION_LOST, TracedPart.NONE, micros);
      }
    }
  }
}
