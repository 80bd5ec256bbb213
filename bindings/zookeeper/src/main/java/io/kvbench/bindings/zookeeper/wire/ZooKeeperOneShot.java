package io.kvbench.bindings.zookeeper.wire;

import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.support.netty.OneShotConnection;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.apache.jute.InputArchive;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.ConnectRequest;
import org.apache.zookeeper.proto.ConnectResponse;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.SyncRequest;
import org.jspecify.annotations.Nullable;

/**
 * A connection for one read. It opens a session, or continues the one that this object keeps, which
 * the first connection opens and which is closed with the client's.
 */
public final class ZooKeeperOneShot extends OneShotConnection
    implements SessionConnection.Listener {
  private static final int OK = Code.OK.intValue();
  private static final int NO_NODE = Code.NONODE.intValue();
  private static final ConnectResponse NO_SESSION =
      new ConnectResponse(0, 0, 0, new byte[16], false);

  private final ZooKeeperClientOptions options;
  private final EventLoop loop;
  private final PendingReleases releases;

  /** The number of connections so far, plus the client's number. */
  private int number;

  private volatile Endpoint endpoint;

  // For the event loop's thread.
  private @Nullable SessionConnection connection;
  private @Nullable Completion opening;
  private boolean newSession;
  private ConnectResponse kept = NO_SESSION;

  /**
   * @param number chooses the first server
   */
  public ZooKeeperOneShot(
      ZooKeeperClientOptions options, EventLoop loop, int number, PendingReleases releases) {
    super(
        loop,
        Duration.ofMillis(options.sessionTimeoutMillis()),
        ZooKeeperFailure.of(Code.OPERATIONTIMEOUT.intValue()).message());
    this.options = options;
    this.loop = loop;
    this.number = number;
    this.releases = releases;
    this.endpoint = options.endpoints().getFirst();
  }

  @Override
  protected boolean hasSessions() {
    return true;
  }

  @Override
  protected void connect(Completion completion) {
    List<Endpoint> all = options.endpoints();
    Endpoint next = all.get(Math.floorMod(number++, all.size()));
    endpoint = next;
    connect(address(next), completion);
  }

  /** Sends a read over the connection, after a sync if it must be linearizable. */
  public void read(String path, ReadConsistency consistency, Completion completion) {
    submit(
        completion,
        told -> {
          if (consistency == ReadConsistency.LINEARIZABLE) {
            send(
                new SessionCall(
                    OpCode.sync,
                    new SyncRequest(path),
                    (header, answer, unheard) -> {
                      if (header.getErr() != OK) {
                        ZooKeeperFailure.of(header.getErr()).tell(told);
                      }
                    },
                    PendingReleases.IGNORED));
          }
          send(
              new SessionCall(
                  OpCode.getData, new GetDataRequest(path, false), ZooKeeperOneShot::found, told));
        });
  }

  private void send(SessionCall call) {
    SessionConnection open = connection;
    if (open == null || !open.isOpen()) {
      call.fail(Code.CONNECTIONLOSS.intValue());
    } else {
      open.send(call);
    }
  }

  private static void found(ReplyHeader header, InputArchive answer, Completion completion)
      throws IOException {
    int code = header.getErr();
    if (code == NO_NODE) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else if (code != OK) {
      ZooKeeperFailure.of(code).tell(completion);
    } else {
      GetDataResponse read = new GetDataResponse();
      read.deserialize(answer, "read");
      byte[] data = read.getData();
      completion.found(
          ByteBuffer.wrap(data == null ? new byte[0] : data),
          read.getStat().getVersion(),
          read.getStat().getMzxid(),
          0);
    }
  }

  @Override
  protected void begin(Channel channel, boolean withSession, Completion completion) {
    opening = completion;
    newSession = withSession;
    ConnectResponse continued = withSession ? NO_SESSION : kept;
    SessionConnection made =
        new SessionConnection(
            options,
            new ConnectRequest(
                0,
                0,
                options.sessionTimeoutMillis(),
                continued.getSessionId(),
                continued.getPasswd(),
                false),
            this,
            false);
    connection = made;
    made.addTo(channel.pipeline(), endpoint);
  }

  @Override
  public void opened(SessionConnection source, ConnectResponse granted) {
    if (source != connection) {
      return;
    }
    boolean ended = granted.getTimeOut() <= 0;
    if (!newSession) {
      kept = ended ? NO_SESSION : granted;
    }
    if (ended && opening != null) {
      ZooKeeperFailure.of(Code.SESSIONEXPIRED.intValue()).tell(opening);
    }
  }

  @Override
  public void authenticated(SessionConnection source) {
    if (source == connection && opening != null) {
      opening.succeeded(Outcome.OK);
    }
  }

  @Override
  public void closed(SessionConnection source, int code) {
    if (source == connection) {
      connection = null;
      if (opening != null) {
        ZooKeeperFailure.of(code).tell(opening);
      }
    }
  }

  @Override
  protected void endSession(Completion completion) {
    if (newSession && connection != null) {
      send(
          SessionCall.closeSession(
              options.dialect().answersClosing() ? completion : new EndedWithout(completion)));
    } else {
      completion.succeeded(Outcome.OK);
    }
  }

  /** A request that treats the end of the connection as the end of its session. */
  private static final class EndedWithout extends ForwardingCompletion {
    EndedWithout(Completion completion) {
      super(completion);
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      if (kind == ErrorKind.CONNECTION_LOST) {
        succeeded(Outcome.OK);
      } else {
        super.failed(kind, message);
      }
    }
  }

  @Override
  protected void abandonSession() {
    if (newSession && connection != null && connection.isOpen()) {
      connection.send(SessionCall.closeSession(releases.begin()));
    }
  }

  /** Closes the connection and the kept session, without waiting for it. */
  public void giveUp() {
    Completion released = releases.begin();
    if (!close(() -> closeKept(released))) {
      released.succeeded(Outcome.OK);
    }
  }

  private void closeKept(Completion released) {
    if (kept.getSessionId() == 0) {
      released.succeeded(Outcome.OK);
    } else {
      new LeaseSession(options, loop, number, kept).send(SessionCall.closeSession(released));
    }
  }
}
