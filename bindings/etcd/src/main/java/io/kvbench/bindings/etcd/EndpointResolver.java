package io.kvbench.bindings.etcd;

import io.grpc.Attributes;
import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.Status;
import io.grpc.StatusOr;
import io.grpc.SynchronizationContext;
import io.kvbench.core.binding.BindingException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells a gRPC channel the addresses of its endpoints, in their order. Looking for them may take
 * time, so it is done aside of the channel's threads.
 */
final class EndpointResolver extends NameResolver {
  private final EndpointSource source;
  private final SynchronizationContext context;

  /** The two are looked at within the context only. */
  private @Nullable Listener2 listener;

  private boolean looking;

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

  private void lookAside() {
    StatusOr<List<EquivalentAddressGroup>> found = look();
    context.execute(() -> tell(found));
  }

  private void tell(StatusOr<List<EquivalentAddressGroup>> found) {
    looking = false;
    Listener2 current = listener;
    if (current != null) {
      current.onResult2(ResolutionResult.newBuilder().setAddressesOrError(found).build());
    }
  }

  private StatusOr<List<EquivalentAddressGroup>> look() {
    try {
      return addresses(source.find());
    } catch (BindingException e) {
      return StatusOr.fromStatus(Status.UNAVAILABLE.withDescription(e.getMessage()).withCause(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return StatusOr.fromStatus(Status.UNAVAILABLE.withDescription("interrupted"));
    }
  }

  /** A host that is not known is left out as long as another one is. */
  private static StatusOr<List<EquivalentAddressGroup>> addresses(List<Endpoint> endpoints) {
    List<EquivalentAddressGroup> groups = new ArrayList<>();
    Status failure = Status.UNAVAILABLE;
    for (Endpoint endpoint : endpoints) {
      Attributes itself =
          Attributes.newBuilder()
              .set(EquivalentAddressGroup.ATTR_AUTHORITY_OVERRIDE, endpoint.toString())
              .build();
      try {
        for (InetAddress address : InetAddress.getAllByName(endpoint.host())) {
          groups.add(
              new EquivalentAddressGroup(new InetSocketAddress(address, endpoint.port()), itself));
        }
      } catch (UnknownHostException e) {
        failure = Status.UNAVAILABLE.withDescription("no such host is known").withCause(e);
      }
    }
    return groups.isEmpty() ? StatusOr.fromStatus(failure) : StatusOr.fromValue(groups);
  }

  @Override
  public void shutdown() {
    listener = null;
  }
}
