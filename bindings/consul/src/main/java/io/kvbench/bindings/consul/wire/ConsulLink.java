package io.kvbench.bindings.consul.wire;

import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One TCP connection, and HTTP over it. For the event loop's thread only. */
@SuppressWarnings("FutureReturnValueIgnored") // failures show in the channel's events
final class ConsulLink extends ChannelInboundHandlerAdapter {
  /** The owner of a link, which is notified of its events. */
  interface Owner {
    /** Requests can be sent. */
    void opened(ConsulLink link);

    void answered(ConsulLink link, HttpAnswer answer);

    /** The link is unusable, or never became usable. */
    void lost(ConsulLink link, ConsulFailure failure);
  }

  private final Owner owner;
  private final AnswerReader reader = new AnswerReader();
  private @Nullable ChannelHandlerContext context;
  private boolean open;
  private boolean dropped;

  ConsulLink(Owner owner) {
    this.owner = owner;
  }

  /** Returns whether requests can be sent. */
  boolean isOpen() {
    return open;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    if (dropped) {
      added.close();
    } else if (added.channel().isActive() && added.pipeline().get(SslHandler.class) == null) {
      opened(); // the connection was established before this was added
    }
  }

  private void opened() {
    open = true;
    owner.opened(this);
  }

  void notConnected() {
    owner.lost(this, ConsulFailure.NO_CONNECTION);
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    if (active.pipeline().get(SslHandler.class) == null) {
      opened();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
      opened();
    }
  }

  /**
   * Writes a request.
   *
   * @param sent the action after it has been written; null for none
   */
  void send(byte[] request, @Nullable Runnable sent) {
    ChannelHandlerContext known = context;
    if (known != null) {
      // A failure to send it breaks the connection, which is reported below.
      known.writeAndFlush(
          Unpooled.wrappedBuffer(request),
          sent == null ? known.voidPromise() : telling(sent, known));
    }
  }

  private ChannelPromise telling(Runnable sent, ChannelHandlerContext known) {
    return known
        .newPromise()
        .addListener(
            done -> {
              if (done.isSuccess()) {
                sent.run();
              } else {
                exceptionCaught(known, done.cause());
              }
            });
  }

  @Override
  public void channelRead(ChannelHandlerContext read, Object message) throws IOException {
    try {
      reader.take((HttpObject) message);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext read) {
    HttpAnswer answer = reader.poll();
    if (answer != null) {
      owner.answered(this, answer);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    owner.lost(this, open ? ConsulFailure.HUNG_UP : ConsulFailure.NO_CONNECTION);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
    owner.lost(this, open ? ConsulFailure.BROKEN : ConsulFailure.NO_CONNECTION);
  }

  void close() {
    dropped = true;
    ChannelHandlerContext known = context;
    if (known != null) {
      known.close();
    }
  }
}
