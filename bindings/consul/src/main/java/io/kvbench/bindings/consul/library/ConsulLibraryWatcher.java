package io.kvbench.bindings.consul.library;

import com.orbitz.consul.KeyValueClient;
import com.orbitz.consul.model.ConsulResponse;
import com.orbitz.consul.model.kv.Value;
import com.orbitz.consul.option.ImmutableQueryOptions;
import com.orbitz.consul.option.QueryOptions;
import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.consul.operation.QueryWatcher;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.WatchTarget;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A watcher that sends its queries through consul-client, from a separate thread. */
public final class ConsulLibraryWatcher extends QueryWatcher {
  private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(1);

  /** A query of the watched records. */
  @FunctionalInterface
  private interface Query {
    ConsulResponse<List<Value>> send(KeyValueClient keys, QueryOptions options);
  }

  private final ConsulLibraryConnection connection;
  private final Query query;
  private final QueryOptions options;
  private final Thread thread = Thread.ofVirtual().name("consul-watcher").unstarted(this::run);
  private volatile boolean ended;

  // For the thread.
  private long above;
  private Duration pause = Duration.ZERO;
  private boolean recovering;

  private ConsulLibraryWatcher(
      ConsulLibraryConnection connection,
      Query query,
      QueryOptions options,
      WatchListener listener) {
    super(listener);
    this.connection = connection;
    this.query = query;
    this.options = options;
  }

  /**
   * Returns a watcher of a target.
   *
   * @throws BindingException if the record's key is invalid
   */
  public static ConsulLibraryWatcher of(
      ConsulLibraryConnection connection,
      WatchTarget target,
      ConsulClientOptions options,
      WatchListener listener)
      throws BindingException {
    QueryOptions plain = ConsulLibraryConnection.query(options.datacenter(), Optional.empty());
    Query query =
        switch (target) {
          case WatchTarget.All() -> {
            String prefix = text(options.keys(), Key.of(""));
            yield (keys, how) -> keys.getConsulResponseWithValues(prefix, how);
          }
          case WatchTarget.Group(Key group) -> {
            String key = text(options.lockKeys(), RecordKeys.group(group));
            yield (keys, how) -> exactly(key, keys.getConsulResponseWithValues(key, how));
          }
          case WatchTarget.Single(Key single) -> {
            String key = text(options.keys(), single);
            yield (keys, how) ->
                keys.getConsulResponseWithValue(key, how)
                    .map(answer -> with(answer, List.of(answer.getResponse())))
                    // Only an empty list has an index.
                    .orElseGet(() -> exactly(key, keys.getConsulResponseWithValues(key, plain)));
          }
        };
    return new ConsulLibraryWatcher(connection, query, plain, listener);
  }

  private static String text(RecordKeys keys, Key key) throws BindingException {
    String text = keys.text(key);
    if (text == null) {
      throw new BindingException(keys.complaint() + ".");
    }
    return text;
  }

  /**
   * Returns one of the records with a prefix. For a group it is the group's own, which every change
   * writes: a member's record is a separate write.
   */
  private static ConsulResponse<List<Value>> exactly(
      String key, ConsulResponse<List<Value>> answer) {
    return with(
        answer, records(answer).stream().filter(each -> each.getKey().equals(key)).toList());
  }

  /** If there are none, consul-client has no list. */
  private static List<Value> records(ConsulResponse<List<Value>> answer) {
    return Optional.ofNullable(answer.getResponse()).orElse(List.of());
  }

  private static ConsulResponse<List<Value>> with(ConsulResponse<?> answer, List<Value> records) {
    return new ConsulResponse<>(
        records,
        answer.getLastContact(),
        answer.isKnownLeader(),
        answer.getIndex(),
        answer.getCacheReponseInfo());
  }

  @Override
  public void start() {
    thread.start();
  }

  private void run() {
    connection.perform(
        () -> {
          while (!ended) {
            askNow();
          }
        },
        PendingReleases.IGNORED);
  }

  private void askNow() throws InterruptedException {
    Thread.sleep(pause);
    pause = Duration.ZERO;
    if (recovering) {
      recovering = false;
      connection.recover(RECOVERY_LIMIT);
    }
    if (above > 0) {
      waiting();
    }
    QueryOptions next = options(above);
    try {
      ConsulResponse<List<Value>> answer =
          connection.ask(consul -> query.send(consul.keyValueClient(), next));
      told(
          answer.getIndex().longValue(),
          records(answer).stream().mapToLong(Value::getModifyIndex).toArray());
    } catch (ConsulLibraryConnection.Failed e) {
      ErrorKind kind = e.failure().kind();
      if (kind == ErrorKind.CONNECTION_LOST || kind == ErrorKind.TIMEOUT) {
        broken(e.failure());
      } else {
        refused(e.failure());
      }
    }
  }

  private QueryOptions options(long above) {
    return above == 0
        ? options
        : ImmutableQueryOptions.builder()
            .from(options)
            .index(BigInteger.valueOf(above))
            .wait(WAIT.toSeconds() + "s")
            .build();
  }

  @Override
  public void ask(long above) {
    this.above = above;
  }

  @Override
  public void askAfter(Duration pause) {
    this.pause = pause;
    ask(0);
  }

  @Override
  public void askWhenUsable() {
    recovering = true;
    ask(0);
  }

  @Override
  public void end() {
    ended = true;
    thread.interrupt();
  }
}
