package io.kvbench.bindings.etcd.light;

import io.grpc.Status;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.wire.EtcdExchange;
import io.kvbench.bindings.etcd.wire.EtcdLink;
import io.kvbench.bindings.etcd.wire.Links;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.netty.OneShotConnection;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection for one read. It runs on the event loop of the session's {@link EtcdConnection},
 * which cancels requests and has the token.
 */
final class EtcdOneShot extends OneShotConnection implements EtcdLink.Owner {
  private final EtcdConnection shared;
  private final Links links;

  /** The number of connections so far, plus the session's number. */
  private int number;

  private volatile @Nullable Endpoint endpoint;

  // For the event loop's thread.
  private @Nullable EtcdLink link;
  private @Nullable Completion opening;

  /**
   * @param number chooses the first server
   */
  EtcdOneShot(EtcdConnection shared, Links links, EventLoop loop, int number) {
    super(loop, links.options().requestTimeout(), EtcdFailure.TIMEOUT.message());
    this.shared = shared;
    this.links = links;
    this.number = number;
  }

  /** Connects to the next server, or to the leader if all requests go there. */
  @Override
  protected void connect(Completion completion) {
    List<Endpoint> all = links.options().endpoints();
    Endpoint next = all.get(Math.floorMod(number++, all.size()));
    Endpoint chosen = links.options().targetLeader() ? shared.tried().orElse(next) : next;
    endpoint = chosen;
    connect(address(chosen), completion);
  }

  /** Sends a request over the connection, if there is one. */
  void send(Completion completion, Exchanges exchanges) {
    submit(
        completion,
        told -> {
          EtcdLink open = link;
          if (open == null) {
            told.failed(ErrorKind.CONNECTION_LOST, EtcdFailure.NO_CONNECTION.message());
          } else {
            open.send(exchanges.make(shared, told));
          }
        });
  }

  /** A factory of a request with its completion. */
  @FunctionalInterface
  interface Exchanges {
    EtcdExchange make(EtcdConnection connection, Completion completion);
  }

  @Override
  protected void begin(Channel channel, boolean newSession, Completion completion) {
    Endpoint server = endpoint;
    if (server == null) {
      throw new IllegalStateException("not connected");
    }
    opening = completion;
    EtcdLink made = links.make(this, server);
    link = made;
    links.add(made, channel, server);
  }

  @Override
  public void opened(EtcdLink opened) {
    if (opened == link && opening != null) {
      opening.succeeded(Outcome.OK);
    }
  }

  @Override
  public void retired(EtcdLink old, List<EtcdExchange> left) {
    Status why = Status.UNAVAILABLE.withDescription("the server ends the connection");
    left.forEach(each -> each.end(why));
    forget(old);
  }

  @Override
  public void lost(EtcdLink old, Status why, boolean wasOpen) {
    if (old == link && opening != null && !wasOpen) {
      EtcdFailure.of(why).tell(opening);
    }
    forget(old);
  }

  private void forget(EtcdLink old) {
    if (old == link) {
      link = null;
      opening = null;
    }
  }
}
