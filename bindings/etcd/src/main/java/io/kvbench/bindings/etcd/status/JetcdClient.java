package io.kvbench.bindings.etcd.status;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.maintenance.HashKVResponse;
import io.etcd.jetcd.maintenance.StatusResponse;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.kvbench.bindings.etcd.endpoint.EndpointResolverProvider;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Endpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** jetcd's own client, for requests outside the load. Opened on first use. */
public final class JetcdClient implements AutoCloseable {
  private final JetcdOpening opening;
  private final EtcdRequests requests;

  /** The context of calls to single servers: jetcd does not end them when it is closed. */
  private final Context.CancellableContext life = Context.ROOT.withCancellation();

  private final ReentrantLock lock = new ReentrantLock();
  private final List<Client> opened = new ArrayList<>();
  private @Nullable Client current;
  private boolean closed;

  public JetcdClient(JetcdOpening opening, EtcdRequests requests) {
    this.opening = opening;
    this.requests = requests;
  }

  /** Returns the status of one server. */
  public StatusResponse status(Endpoint endpoint, Duration limit)
      throws StatusException, InterruptedException {
    String target = EndpointResolverProvider.target(List.of(endpoint));
    return ask(client -> client.getMaintenanceClient().statusMember(target), limit);
  }

  /** Returns the hash of one server's store. */
  HashKVResponse hash(Endpoint endpoint, long revision, Duration limit)
      throws StatusException, InterruptedException {
    String target = EndpointResolverProvider.target(List.of(endpoint));
    return ask(client -> client.getMaintenanceClient().hashKV(target, revision), limit);
  }

  /** Returns the newest revision of the store. */
  long revision(Duration limit) throws StatusException, InterruptedException {
    ByteSequence key = ByteSequence.from(requests.probe().getKey());
    GetOption keysOnly = GetOption.builder().withKeysOnly(true).build();
    return ask(client -> client.getKVClient().get(key, keysOnly), limit).getHeader().getRevision();
  }

  /** Removes revisions before a revision. */
  void compact(long revision, Duration limit) throws StatusException, InterruptedException {
    ask(client -> client.getKVClient().compact(revision), limit);
  }

  /** Counts the keys below the prefix. */
  long count(Duration limit) throws StatusException, InterruptedException {
    GetOption counting = range(requests.end()).withCountOnly(true).build();
    return ask(client -> client.getKVClient().get(bytes(requests.first()), counting), limit)
        .getCount();
  }

  /** Returns the first keys of a range, in order. */
  List<ByteSequence> keys(ByteString from, int most, Duration limit)
      throws StatusException, InterruptedException {
    GetOption some = range(requests.end()).withKeysOnly(true).withLimit(most).build();
    return ask(client -> client.getKVClient().get(bytes(from), some), limit).getKvs().stream()
        .map(KeyValue::getKey)
        .toList();
  }

  private static GetOption.Builder range(ByteString end) {
    return GetOption.builder().withRange(bytes(end));
  }

  /** Deletes a range of keys; returns how many there were. */
  long delete(ByteString from, ByteString end, Duration limit)
      throws StatusException, InterruptedException {
    DeleteOption range = DeleteOption.builder().withRange(bytes(end)).build();
    return ask(client -> client.getKVClient().delete(bytes(from), range), limit).getDeleted();
  }

  private static ByteSequence bytes(ByteString bytes) {
    return ByteSequence.from(bytes);
  }

  /** jetcd keeps an expired token for requests to single servers: a new client gets a new one. */
  private <A> A ask(Function<Client, CompletableFuture<A>> question, Duration limit)
      throws StatusException, InterruptedException {
    Client client = client();
    try {
      return answer(client, question, limit);
    } catch (StatusException e) {
      if (!EtcdFailure.isTokenOver(e.getStatus())) {
        throw e;
      }
      retire(client);
      return answer(client(), question, limit);
    }
  }

  private <A> A answer(
      Client client, Function<Client, CompletableFuture<A>> question, Duration limit)
      throws StatusException, InterruptedException {
    return await(start(client, question, limit), limit);
  }

  /** Returns the answer, up to the limit. */
  public static <A> A await(CompletableFuture<A> answer, Duration limit)
      throws StatusException, InterruptedException {
    try {
      return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw Status.DEADLINE_EXCEEDED
          .withDescription("no answer in time")
          .withCause(e)
          .asException();
    } catch (ExecutionException e) {
      throw status(e).asException();
    }
  }

  private <A> CompletableFuture<A> start(
      Client client, Function<Client, CompletableFuture<A>> question, Duration limit) {
    Context asked = life.withValue(CallLimit.LIMIT, limit);
    Context before = asked.attach();
    try {
      return question.apply(client);
    } finally {
      asked.detach(before);
    }
  }

  /** Of nested statuses the innermost has the cause, such as a missing token. */
  public static Status status(Throwable thrown) {
    Status found = Status.UNKNOWN.withDescription(Causes.innermost(thrown)).withCause(thrown);
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof StatusRuntimeException runtime) {
        found = runtime.getStatus();
      } else if (cause instanceof StatusException checked) {
        found = checked.getStatus();
      }
    }
    return found;
  }

  private Client client() throws StatusException {
    lock.lock();
    try {
      if (closed) {
        throw Status.CANCELLED.withDescription("closed").asException();
      }
      Client client = current;
      if (client == null) {
        client = opening.open();
        opened.add(client);
        current = client;
      }
      return client;
    } finally {
      lock.unlock();
    }
  }

  /** Not closed yet, since others may wait for its answers. */
  private void retire(Client old) {
    lock.lock();
    try {
      if (old.equals(current)) {
        current = null;
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      life.cancel(null);
      opened.forEach(Client::close);
      opening.end();
    } finally {
      lock.unlock();
    }
  }
}
