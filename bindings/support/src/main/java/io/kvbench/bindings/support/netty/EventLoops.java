package io.kvbench.bindings.support.netty;

import io.kvbench.core.binding.WakeBatching;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads that send, receive and call completions: on epoll where it is available. They wake
 * clients together, see {@link WakeBatching}.
 */
public record EventLoops(EventLoopGroup group) {
  private static final long END_LIMIT_SECONDS = 8;

  /**
   * Starts daemon threads.
   *
   * @param name begins the threads' names
   */
  public static EventLoops start(String name, int threads) {
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            threads,
            new DefaultThreadFactory(name, true),
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    group.forEach(loop -> loop.execute(() -> WakeBatching.gatherOn(loop)));
    return new EventLoops(group);
  }

  /** Returns the kind of socket that goes with these threads. */
  public static Class<? extends Channel> socket() {
    return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  /** Returns what connects on one of these threads; names are looked up on others. */
  public static Bootstrap bootstrap(EventLoop loop) {
    return new Bootstrap().group(loop).channel(socket()).resolver(NameLookup.SHARED);
  }

  /** Ends the threads and waits for that, for a few seconds at most. */
  public void end() {
    group
        .shutdownGracefully(0, END_LIMIT_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(END_LIMIT_SECONDS, TimeUnit.SECONDS);
  }
}
