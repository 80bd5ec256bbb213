package io.kvbench.bindings.etcd;

import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The door by which gRPC finds {@link EndpointResolver}. Public, because it is loaded by {@link
 * java.util.ServiceLoader}.
 */
public final class EndpointResolverProvider extends NameResolverProvider {
  static final String SCHEME = "kvbench-etcd";

  /** Under which a channel is given the endpoints that it goes to. */
  static final NameResolver.Args.Key<EndpointSource> SOURCE =
      NameResolver.Args.Key.create("endpoints");

  @Override
  protected boolean isAvailable() {
    return true;
  }

  /** Below that of gRPC's own, so that this one is nobody's default. */
  @Override
  protected int priority() {
    return 1;
  }

  @Override
  public String getDefaultScheme() {
    return SCHEME;
  }

  @Override
  public @Nullable NameResolver newNameResolver(URI target, NameResolver.Args args) {
    EndpointSource source = args.getArg(SOURCE);
    return source == null || !SCHEME.equals(target.getScheme())
        ? null
        : new EndpointResolver(source, args.getSynchronizationContext());
  }

  @Override
  public Collection<Class<? extends SocketAddress>> getProducedSocketAddressTypes() {
    return List.of(InetSocketAddress.class);
  }
}
