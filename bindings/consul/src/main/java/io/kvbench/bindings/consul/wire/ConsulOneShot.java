package io.kvbench.bindings.consul.wire;

import io.kvbench.bindings.consul.api.ConsulFailure;
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
public final class ConsulOneShot extends OneShotConnection implements ConsulLink.Owner {
  private final ConsulServerAddresses servers;

  /** The server of the next connection. */
  private int next;

  /** The server of the last connection. */
  private volatile int server;

  // For the event loop's thread.
  private @Nullable ConsulLink link;
  private ResponseHandler handler = ConsulOneShot::unasked;
  private @Nullable Completion told;

  /**
   * @param number chooses the first server
   */
  ConsulOneShot(ConsulServerAddresses servers, EventLoop loop, Duration timeout, int number) {
    super(loop, timeout, ConsulFailure.TIMEOUT.message());
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
          ConsulLink open = link;
          if (open == null || !open.isOpen()) {
            ConsulFailure.NO_CONNECTION.tell(asked);
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
    handler = ConsulOneShot::unasked;
    ConsulLink made = new ConsulLink(this);
    link = made;
    servers.add(made, channel, server);
  }

  /** A server at its limit of connections answers without a request. */
  private static void unasked(HttpAnswer answer, Completion completion) {
    ConsulFailure.refused(answer).tell(completion);
  }

  @Override
  public void opened(ConsulLink opened) {
    if (opened == link && told != null) {
      told.succeeded(Outcome.OK);
    }
  }

  @Override
  public void answered(ConsulLink source, HttpAnswer answer) {
    if (source == link && told != null) {
      handler.handle(answer, told);
    }
  }

  @Override
  public void lost(ConsulLink source, ConsulFailure failure) {
    if (source != link) {
      return;
    }
    link = null;
    if (told != null) {
      failure.tell(told);
    }
  }
}
