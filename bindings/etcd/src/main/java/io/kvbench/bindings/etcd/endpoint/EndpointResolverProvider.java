package io.kvbench.bindings.etcd.endpoint;

import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.support.Endpoint;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The service through which gRPC finds {@link EndpointResolver}. Public, because it is loaded by
 * {@link java.util.ServiceLoader}.
 */
public final class EndpointResolverProvider extends NameResolverProvider {
  static final String SCHEME = "kvbench-etcd";

  /** The argument with the endpoints of a channel. */
  static final NameResolver.Args.Key<EndpointSource> SOURCE =
      NameResolver.Args.Key.create("endpoints");

  /** Returns a target that contains its endpoints, for channels without that argument. */
  public static String target(List<Endpoint> endpoints) {
    String all = String.join(",", endpoints.stream().map(Endpoint::toString).toList());
    try {
      return new URI(SCHEME, "", "/" + all, null).toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  protected boolean isAvailable() {
    return true;
  }

  /** Below gRPC's own resolvers, so that this one is never the default. */
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
    if (!SCHEME.equals(target.getScheme())) {
      return null;
    }
    EndpointSource given = args.getArg(SOURCE);
    EndpointSource source = given == null ? named(target) : given;
    return new EndpointResolver(source, args.getSynchronizationContext());
  }

  private static EndpointSource named(URI target) {
    List<String> endpoints = List.of(target.getPath().substring(1).split(",", -1));
    return () -> EtcdClientOptions.ENDPOINTS.parseAll(endpoints);
  }

  @Override
  public Collection<Class<? extends SocketAddress>> getProducedSocketAddressTypes() {
    return List.of(InetSocketAddress.class);
  }
}
