package io.kvbench.bindings.dengine;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * The threads that send, receive and call completions, with the kind of socket that goes with them:
 * epoll's where there is epoll.
 */
record EventLoops(EventLoopGroup group, Class<? extends Channel> socket) {
  private static final long END_MILLIS = 2_000;

  static EventLoops start(int threads) {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory factory = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    return new EventLoops(
        new MultiThreadIoEventLoopGroup(threads, factory),
        epoll ? EpollSocketChannel.class : NioSocketChannel.class);
  }

  /** Ends the threads and waits for that, for a while. */
  void end() {
    group
        .shutdownGracefully(0, END_MILLIS, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(END_MILLIS, TimeUnit.MILLISECONDS);
  }
}
