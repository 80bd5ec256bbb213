package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.ForwardingCompletion;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.zookeeper.options.RecordPaths;
import io.kvbench.bindings.zookeeper.options.SessionTimeout;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.wire.LeaseSession;
import io.kvbench.bindings.zookeeper.wire.SessionCall;
import io.kvbench.bindings.zookeeper.wire.ZooKeeperFailure;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.jute.InputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.Create2Response;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.ReplyHeader;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one client, each of which is a ZooKeeper session. Remaining leases are closed with
 * the client's session.
 */
public final class ZooKeeperLeases implements Coordination.Leases {
  /** The message about logins that the connections of leases do not support. */
  public static final String NO_KERBEROS =
      "leases and one-shot reads support SASL with user and password only (DigestLoginModule)";

  private static final String NO_TIME_TO_LIVE =
      "ZooKeeper does not report the remaining time of a session";

  private static final int OK = Code.OK.intValue();
  private static final int NODE_EXISTS = Code.NODEEXISTS.intValue();
  private static final int NO_NODE = Code.NONODE.intValue();
  private static final int ANY_VERSION = -1;
  private static final byte[] NOTHING = {};

  private final CheckedPaths paths;
  private final Supplier<? extends Handle> handles;
  private final ZooKeeperClientOptions options;
  private final Supplier<EventLoop> loops;
  private final int client;
  private final PendingReleases releases;
  private final Map<Long, LeaseSession> granted = new ConcurrentHashMap<>();

  ZooKeeperLeases(
      CheckedPaths paths,
      Supplier<? extends Handle> handles,
      Supplier<EventLoop> loops,
      int client,
      PendingReleases releases) {
    this.paths = paths;
    this.handles = handles;
    this.options = paths.options();
    this.loops = loops;
    this.client = client;
    this.releases = releases;
  }

  @Override
  public void grant(Duration timeToLive, Completion completion) {
    if (options.isKerberos()) {
      completion.failed(ErrorKind.INVALID, NO_KERBEROS);
      return;
    }
    int millis = SessionTimeout.millis(timeToLive);
    LeaseSession lease = new LeaseSession(options, loops.get(), millis, client + granted.size());
    lease.open(
        id -> {
          granted.put(id, lease);
          completion.granted(id);
        },
        completion);
  }

  @Override
  public void attach(Operation.AttachToLease attach, Completion completion) {
    String path = paths.of(attach.key(), attach.value().size(), completion);
    if (path == null) {
      return;
    }
    CreateRequest create = create(path, attach.value().toByteArray(), CreateMode.EPHEMERAL);
    send(
        attach.lease(),
        OpCode.create2,
        create,
        (header, answer, told) -> {
          if (header.getErr() == NODE_EXISTS) {
            // Sent together, and executed in this order.
            send(
                attach.lease(),
                OpCode.delete,
                new DeleteRequest(path, ANY_VERSION),
                ZooKeeperLeases::ignored,
                PendingReleases.IGNORED);
            send(attach.lease(), OpCode.create2, create, ZooKeeperLeases::attached, told);
          } else {
            attached(header, answer, told);
          }
        },
        completion);
  }

  private CreateRequest create(String path, byte[] value, CreateMode mode) {
    return new CreateRequest(path, value, options.acl(), mode.toFlag());
  }

  private static void ignored(ReplyHeader header, InputArchive answer, Completion unheard) {}

  @Override
  public void join(Operation.JoinGroup join, Completion completion) {
    if (paths.of(join.group(), 0, completion) == null
        || paths.of(join.member(), join.value().size(), completion) == null) {
      return;
    }
    String group = RecordPaths.group(options.root(), join.group());
    CreateRequest create =
        create(group + "/" + join.member(), join.value().toByteArray(), CreateMode.EPHEMERAL);
    send(
        join.lease(),
        OpCode.create2,
        create,
        (header, answer, told) -> {
          if (header.getErr() == NO_NODE) {
            // Sent together, and executed in this order; other clients may create them as well.
            for (String parent : List.of(RecordPaths.groups(options.root()), group)) {
              send(
                  join.lease(),
                  OpCode.create,
                  create(parent, NOTHING, CreateMode.PERSISTENT),
                  ZooKeeperLeases::ignored,
                  PendingReleases.IGNORED);
            }
            send(join.lease(), OpCode.create2, create, ZooKeeperLeases::attached, told);
          } else {
            attached(header, answer, told);
          }
        },
        completion);
  }

  @Override
  public void leave(Operation.LeaveGroup leave, Completion completion) {
    if (paths.of(leave.group(), 0, completion) == null
        || paths.of(leave.member(), 0, completion) == null) {
      return;
    }
    String group = RecordPaths.group(options.root(), leave.group());
    send(
        leave.lease(),
        OpCode.delete,
        new DeleteRequest(group + "/" + leave.member(), ANY_VERSION),
        (header, answer, told) -> {
          if (header.getErr() == OK) {
            told.granted(header.getZxid());
          } else if (header.getErr() == NO_NODE) {
            told.succeeded(Outcome.NOT_FOUND);
          } else {
            ZooKeeperFailure.of(header.getErr()).tell(told);
          }
        },
        completion);
  }

  private static void attached(ReplyHeader header, InputArchive answer, Completion completion)
      throws IOException {
    if (header.getErr() == OK) {
      Create2Response created = new Create2Response();
      created.deserialize(answer, "created");
      completion.granted(created.getStat().getCzxid());
    } else {
      ZooKeeperFailure.of(header.getErr()).tell(completion);
    }
  }

  @Override
  public void keepAlive(long lease, Completion completion) {
    send(lease, OpCode.ping, null, ZooKeeperLeases::done, completion);
  }

  @Override
  public void query(long lease, Completion completion) {
    completion.failed(ErrorKind.INVALID, NO_TIME_TO_LIVE);
  }

  @Override
  public void awaitExpiry(Operation.AwaitExpiry await, Completion completion) {
    String path = paths.of(await.key(), 0, completion);
    if (path != null) {
      Completion forgetting =
          ForwardingCompletion.onSuccess(completion, () -> granted.remove(await.lease()));
      new AwaitedExpiry(handles.get(), path, await.version(), forgetting)
          .begin(await.limit().plusMillis(options.sessionTimeoutMillis()));
    }
  }

  @Override
  public void revoke(long lease, Completion completion) {
    send(lease, OpCode.closeSession, null, ZooKeeperLeases::done, completion);
    granted.remove(lease);
  }

  private static void done(ReplyHeader header, InputArchive answer, Completion completion) {
    if (header.getErr() == OK) {
      completion.succeeded(Outcome.OK);
    } else {
      ZooKeeperFailure.of(header.getErr()).tell(completion);
    }
  }

  private void send(
      long lease,
      int type,
      @Nullable Record body,
      SessionCall.ResponseHandler handler,
      Completion completion) {
    LeaseSession session = granted.get(lease);
    if (session == null) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      session.send(new SessionCall(type, body, handler, new OrNotFound(lease, completion)));
    }
  }

  /** Closes the remaining leases without waiting. A session without a connection ends by itself. */
  @Override
  public void close() {
    granted.values().forEach(lease -> lease.endIfOpen(releases.begin()));
    granted.clear();
  }

  /** A completion that treats the end of the session as an answer. */
  private final class OrNotFound extends ForwardingCompletion {
    private final long lease;

    OrNotFound(long lease, Completion completion) {
      super(completion);
      this.lease = lease;
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      if (kind == ErrorKind.SESSION_EXPIRED) {
        granted.remove(lease);
        succeeded(Outcome.NOT_FOUND);
      } else {
        super.failed(kind, message);
      }
    }
  }
}
