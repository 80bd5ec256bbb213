package io.kvbench.bindings.support.netty;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * A resolver of host names on separate threads. Netty's default resolver blocks the event loop, so
 * a slow name server would look like a slow store to all clients. Thread-safe.
 */
final class NameLookup extends AddressResolverGroup<InetSocketAddress> {
  static final NameLookup SHARED = new NameLookup();

  private NameLookup() {}

  /** A lookup on a virtual thread; its promise is notified on the event loop. */
  private static final class Resolver extends InetNameResolver {
    Resolver(EventExecutor executor) {
      super(executor);
    }

    @Override
    protected void doResolve(String host, Promise<InetAddress> promise) {
      Thread.startVirtualThread(
          () -> {
            try {
              promise.trySuccess(InetAddress.getByName(host));
            } catch (UnknownHostException e) {
              promise.tryFailure(e);
            }
          });
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
      Thread.startVirtualThread(
          () -> {
            try {
              promise.trySuccess(Arrays.asList(InetAddress.getAllByName(host)));
            } catch (UnknownHostException e) {
              promise.tryFailure(e);
            }
          });
    }
  }

  @Override
  protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
    return new Resolver(executor).asAddressResolver();
  }
}
