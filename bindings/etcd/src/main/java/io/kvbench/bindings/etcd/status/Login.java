package io.kvbench.bindings.etcd.status;

import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.options.EtcdCredentials;
import io.kvbench.bindings.etcd.wire.EtcdToken;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The token of all requests of a binding, if there is a user. Servers drop tokens that have been
 * unused for minutes, and those of a user whose password is set.
 */
public final class Login {
  /** A query of a server over some connection. */
  @FunctionalInterface
  public interface Way {
    AuthenticateResponse ask(AuthenticateRequest request, Duration limit)
        throws StatusException, InterruptedException;
  }

  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

  private final Optional<EtcdCredentials> credentials;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable EtcdToken token;
  private volatile boolean over = true;

  public Login(Optional<EtcdCredentials> credentials) {
    this.credentials = credentials;
  }

  /** Returns the token to send; null if there is none. */
  public @Nullable EtcdToken token() {
    return token;
  }

  /** Returns new headers for one request; gRPC writes to them. */
  static Metadata headers(@Nullable EtcdToken token) {
    Metadata headers = new Metadata();
    if (token != null) {
      headers.put(TOKEN, token.text());
    }
    return headers;
  }

  /** Notes that a server rejected a token as unknown. */
  public void over(@Nullable EtcdToken refused) {
    if (refused != null && refused == token) {
      over = true;
    }
  }

  /**
   * Gets a new token if the current one has expired; one caller does so, the others wait for it.
   *
   * @throws StatusException the server's error if it grants none
   */
  public void renew(Way way, Duration limit) throws StatusException, InterruptedException {
    if (credentials.isEmpty() || !over) {
      return;
    }
    lock.lockInterruptibly();
    try {
      if (over) {
        token = authenticate(way, credentials.get(), limit);
        over = false;
      }
    } finally {
      lock.unlock();
    }
  }

  /** A server with authentication off accepts all requests: then there is no token. */
  private static @Nullable EtcdToken authenticate(Way way, EtcdCredentials who, Duration limit)
      throws StatusException, InterruptedException {
    AuthenticateRequest request =
        AuthenticateRequest.newBuilder().setName(who.user()).setPassword(who.password()).build();
    try {
      return new EtcdToken(way.ask(request, limit).getToken());
    } catch (StatusException e) {
      if (e.getStatus().getCode() == Status.Code.FAILED_PRECONDITION
          && String.valueOf(e.getStatus().getDescription()).contains("not enabled")) {
        return null;
      }
      throw e;
    }
  }
}
