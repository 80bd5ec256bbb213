package io.kvbench.bindings.etcd.status;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.endpoint.EtcdChannels;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.wire.EtcdToken;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.grpc.BlockingCall;
import java.time.Duration;
import java.util.List;

/** A query of one server, on a separate connection that ends with it. */
public final class EtcdServerQuery implements AutoCloseable {
  private final ManagedChannel channel;
  private final Login login;
  private final Duration limit;

  public EtcdServerQuery(EtcdChannels channels, Login login, Endpoint endpoint, Duration limit) {
    this.channel = channels.make(() -> List.of(endpoint));
    this.login = login;
    this.limit = limit;
  }

  /** Queries the server, and repeats that once with a new token if the current one has expired. */
  public <Q, A> A ask(MethodDescriptor<Q, A> method, Q request)
      throws StatusException, InterruptedException {
    EtcdToken token = login.token();
    try {
      return BlockingCall.ask(channel, method, request, Login.headers(token), limit);
    } catch (StatusException e) {
      if (!EtcdFailure.isTokenOver(e.getStatus())) {
        throw e;
      }
      login.over(token);
      login.renew(this::authenticate, limit);
      return BlockingCall.ask(channel, method, request, Login.headers(login.token()), limit);
    }
  }

  /** Requests a token. */
  public AuthenticateResponse authenticate(AuthenticateRequest request, Duration patience)
      throws StatusException, InterruptedException {
    return BlockingCall.ask(
        channel, AuthGrpc.getAuthenticateMethod(), request, new Metadata(), patience);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
