package io.kvbench.bindings.consul;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One TCP connection in the life of a {@link Connection}. For the event loop's thread only. */
@SuppressWarnings("FutureReturnValueIgnored") // What goes wrong shows in the channel's events.
final class Link extends ChannelInboundHandlerAdapter {
  private final Connection connection;
  private final AnswerReader reader = new AnswerReader();
  private @Nullable ChannelHandlerContext context;
  private boolean open;
  private boolean dropped;

  Link(Connection connection) {
    this.connection = connection;
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
    }
  }

  private void opened() {
    open = true;
    connection.opened(this);
  }

  void notConnected() {
    connection.lost(this, Failure.NO_CONNECTION);
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

  void send(byte[] request) {
    ChannelHandlerContext known = context;
    if (known != null) {
      // What keeps it from being sent breaks the connection, which is told below.
      known.writeAndFlush(Unpooled.wrappedBuffer(request), known.voidPromise());
    }
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
      connection.answered(this, answer);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    connection.lost(this, open ? Failure.HUNG_UP : Failure.NO_CONNECTION);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext caught, Throwable cause) {
    connection.lost(this, open ? Failure.BROKEN : Failure.NO_CONNECTION);
  }

  void close() {
    dropped = true;
    ChannelHandlerContext known = context;
    if (known != null) {
      known.close();
    }
  }
}
