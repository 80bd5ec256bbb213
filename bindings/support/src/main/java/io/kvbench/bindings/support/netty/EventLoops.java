package io.kvbench.bindings.support.netty;

import io.kvbench.core.binding.WakeBatching;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The threads that send, receive and call completions; they use epoll where it is available, and
 * batch the wake-ups of clients, see {@link WakeBatching}.
 */
public record EventLoops(EventLoopGroup group) {
  private static final long END_LIMIT_SECONDS = 8;

  /**
   * Starts daemon threads.
   *
   * @param name the prefix of the threads' names
   */
  public static EventLoops start(String name, int threads) {
    EventLoopGroup group = group(threads, new DefaultThreadFactory(name, true));
    group.forEach(loop -> loop.execute(() -> WakeBatching.gatherOn(loop)));
    return new EventLoops(group);
  }

  // Netty 4.2 prefers MultiThreadIoEventLoopGroup, which 4.1 lacks and which these extend there.
  // Two
  // returns, as the verifier would load the common superclass of one conditional expression.
  @SuppressWarnings("deprecation")
  private static EventLoopGroup group(int threads, ThreadFactory factory) {
    if (Epoll.isAvailable()) {
      return new EpollEventLoopGroup(threads, factory);
    }
    return new NioEventLoopGroup(threads, factory);
  }

  /** Returns the socket class for these threads. */
  public static Class<? extends Channel> socket() {
    return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  /**
   * Begins to connect; a name is resolved on another thread.
   *
   * @param prepare adds the handlers to the new channel
   * @param failed receives the cause if there is no connection within the limit
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the listener is notified
  public static void connect(
      EventLoop loop,
      InetSocketAddress server,
      int limitMillis,
      Consumer<Channel> prepare,
      Consumer<Throwable> failed) {
    new Bootstrap()
        .group(loop)
        .channel(socket())
        .resolver(NameLookup.SHARED)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, limitMillis)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                prepare.accept(channel);
              }
            })
        .connect(server)
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                failed.accept(done.cause());
              }
            });
  }

  /** Stops the threads, and waits a few seconds at most. */
  public void end() {
    group
        .shutdownGracefully(0, END_LIMIT_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(END_LIMIT_SECONDS, TimeUnit.SECONDS);
  }
}
