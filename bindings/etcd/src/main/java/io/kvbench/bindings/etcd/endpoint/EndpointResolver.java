package io.kvbench.bindings.etcd.endpoint;

import io.grpc.Attributes;
import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.StatusOr;
import io.grpc.SynchronizationContext;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.BindingException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resolver that passes the addresses of its endpoints to a gRPC channel, in order. Since lookups
 * may take time, they run outside the channel's threads.
 */
final class EndpointResolver extends NameResolver {
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final EndpointSource source;
  private final SynchronizationContext context;

  /** Both are used within the context only. */
  private @Nullable Listener2 listener;

  private boolean looking;

  private volatile boolean over;

  EndpointResolver(EndpointSource source, SynchronizationContext context) {
    this.source = source;
    this.context = context;
  }

  @Override
  public String getServiceAuthority() {
    return "etcd";
  }

  @Override
  public void start(Listener2 whoToTell) {
    listener = whoToTell;
    refresh();
  }

  @Override
  public void refresh() {
    if (!looking && listener != null) {
      looking = true;
      Thread.ofVirtual().name("etcd-endpoints").start(this::lookAside);
    }
  }

  /** Retries until they are found: the channel keeps its addresses, and would report failures. */
  private void lookAside() {
    try {
      while (!over) {
        try {
          List<EquivalentAddressGroup> found = addresses(source.find());
          context.execute(() -> tell(found));
          return;
        } catch (BindingException e) {
          Thread.sleep(PAUSE);
        }
      }
    } catch (InterruptedException e) {
      // Never happens.
      Thread.currentThread().interrupt();
    }
  }

  private void tell(List<EquivalentAddressGroup> found) {
    looking = false;
    Listener2 current = listener;
    if (current != null && !over) {
      current.onResult2(
          ResolutionResult.newBuilder().setAddressesOrError(StatusOr.fromValue(found)).build());
    }
  }

  private static List<EquivalentAddressGroup> addresses(List<Endpoint> endpoints) {
    List<EquivalentAddressGroup> groups = new ArrayList<>();
    for (Endpoint endpoint : endpoints) {
      Attributes itself =
          Attributes.newBuilder()
              .set(EquivalentAddressGroup.ATTR_AUTHORITY_OVERRIDE, endpoint.toString())
              .build();
      for (InetSocketAddress address : addresses(endpoint)) {
        groups.add(new EquivalentAddressGroup(address, itself));
      }
    }
    return groups;
  }

  /** An unknown host is passed on unresolved: the connect then reports the error. */
  private static List<InetSocketAddress> addresses(Endpoint endpoint) {
    try {
      return Arrays.stream(InetAddress.getAllByName(endpoint.host()))
          .map(address -> new InetSocketAddress(address, endpoint.port()))
          .toList();
    } catch (UnknownHostException e) {
      return List.of(InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port()));
    }
  }

  @Override
  public void shutdown() {
    over = true;
  }
}
