package io.kvbench.bindings.consul.library;

import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.consul.library.LibraryClient.ReadOptions;
import io.kvbench.bindings.consul.library.LibraryClient.Stored;
import io.kvbench.bindings.consul.library.LibraryClient.StoredList;
import io.kvbench.bindings.consul.operation.QueryWatcher;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.WatchTarget;
import java.time.Duration;

/** A watcher that sends its queries through consul-client, from a separate thread. */
public final class ConsulLibraryWatcher extends QueryWatcher {
  private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(1);

  /** A query of the watched records. */
  @FunctionalInterface
  private interface Query {
    StoredList send(LibraryClient client, ReadOptions options);
  }

  private final ConsulLibraryConnection connection;
  private final Query query;
  private final Thread thread = Thread.ofVirtual().name("consul-watcher").unstarted(this::run);
  private volatile boolean ended;

  // For the thread.
  private long above;
  private Duration pause = Duration.ZERO;
  private boolean recovering;

  private ConsulLibraryWatcher(
      ConsulLibraryConnection connection, Query query, WatchListener listener) {
    super(listener);
    this.connection = connection;
    this.query = query;
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
    Query query =
        switch (target) {
          case WatchTarget.All() -> {
            String prefix = text(options.keys(), Key.of(""));
            yield (client, how) -> client.answers(prefix, how);
          }
          case WatchTarget.Group(Key group) -> {
            String key = text(options.lockKeys(), RecordKeys.group(group));
            yield (client, how) -> exactly(key, client.answers(key, how));
          }
          case WatchTarget.Single(Key single) -> {
            String key = text(options.keys(), single);
            yield (client, how) ->
                client
                    .answer(key, how)
                    // Only an empty list has an index.
                    .orElseGet(() -> exactly(key, client.answers(key, ReadOptions.PLAIN)));
          }
        };
    return new ConsulLibraryWatcher(connection, query, listener);
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
  private static StoredList exactly(String key, StoredList answer) {
    return new StoredList(
        answer.index(), answer.records().stream().filter(each -> each.key().equals(key)).toList());
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
    ReadOptions next = ReadOptions.PLAIN.waiting(above, WAIT);
    try {
      StoredList answer = connection.ask(client -> query.send(client, next));
      told(answer.index(), answer.records().stream().mapToLong(Stored::index).toArray());
    } catch (ConsulLibraryConnection.Failed e) {
      ErrorKind kind = e.failure().kind();
      if (kind == ErrorKind.CONNECTION_LOST || kind == ErrorKind.TIMEOUT) {
        broken(e.failure());
      } else {
        refused(e.failure());
      }
    }
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
