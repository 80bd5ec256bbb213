package io.kvbench.bindings.consul.wire;

import io.kvbench.bindings.consul.api.Failure;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.kvbench.bindings.consul.api.ResponseHandler;
import io.kvbench.bindings.support.netty.OneShotConnection;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A connection for one-shot reads. */
public final class OneShot extends OneShotConnection implements Link.Owner {
  private final Servers servers;

  /** The server of the next connection. */
  private int next;

  /** The server of the last connection. */
  private volatile int server;

  // For the event loop's thread.
  private @Nullable Link link;
  private ResponseHandler handler = OneShot::unasked;
  private @Nullable Completion told;

  /**
   * @param number chooses the first server
   */
  OneShot(Servers servers, EventLoop loop, Duration timeout, int number) {
    super(loop, timeout, Failure.TIMEOUT.message());
    this.servers = servers;
    this.next = number;
  }

  @Override
  protected void connect(Completion completion) {
    int chosen = next;
    next = servers.after(chosen);
    server = chosen;
    connect(servers.address(chosen), completion);
  }

  /** Sends a read over the connection, if there is one. */
  public void read(
      byte[] path, ReadConsistency consistency, ResponseHandler read, Completion completion) {
    byte[] request = servers.requests(server).get(path, consistency);
    submit(
        completion,
        asked -> {
          Link open = link;
          if (open == null || !open.isOpen()) {
            Failure.NO_CONNECTION.tell(asked);
          } else {
            told = asked;
            handler = read;
            open.send(request, null);
          }
        });
  }

  @Override
  protected void begin(Channel channel, boolean newSession, Completion completion) {
    told = completion;
    handler = OneShot::unasked;
    Link made = new Link(this);
    link = made;
    servers.add(made, channel, server);
  }

  /** A server at its limit of connections answers without a request. */
  private static void unasked(HttpAnswer answer, Completion completion) {
    Failure.refused(answer).tell(completion);
  }

  @Override
  public void opened(Link opened) {
    if (opened == link && told != null) {
      told.succeeded(Outcome.OK);
    }
  }

  @Override
  public void answered(Link source, HttpAnswer answer) {
    if (source == link && told != null) {
      handler.handle(answer, told);
    }
  }

  @Override
  public void lost(Link source, Failure failure) {
    if (source != link) {
      return;
    }
    link = null;
    if (told != null) {
      failure.tell(told);
    }
  }
}
