package io.kvbench.bindings.consul.light;

import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.kvbench.bindings.consul.api.Ranges;
import io.kvbench.bindings.consul.api.RecordKeys;
import io.kvbench.bindings.consul.operation.QueryWatcher;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.consul.wire.ConsulConnection;
import io.kvbench.bindings.consul.wire.ConsulExchange;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.WatchTarget;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A watcher that sends its queries on a separate connection, since a server answers the requests of
 * a connection in order.
 */
public final class LightWatcher extends QueryWatcher {
  /**
   * A query.
   *
   * @param path of the URL
   * @param form the parameter that selects the form of the answer
   * @param all whether the answer is a list of records, instead of the value of one
   */
  public record Query(String path, String form, boolean all) {}

  private final ConsulConnection connection;
  private final Query query;

  public LightWatcher(ConsulConnection connection, Query query, WatchListener listener) {
    super(listener);
    this.connection = connection;
    this.query = query;
  }

  /**
   * Returns the query for a target.
   *
   * @throws BindingException if the record's key is invalid
   */
  public static Query query(WatchTarget target, ConsulClientOptions options)
      throws BindingException {
    RecordKeys keys = options.keys();
    return switch (target) {
      case WatchTarget.All() -> new Query("kv/" + keys.path(Key.of("")), "recurse", true);
      case WatchTarget.Group(Key group) -> {
        check(group, keys);
        yield new Query("kv/" + options.lockKeys().path(RecordKeys.group(group)), "recurse", true);
      }
      case WatchTarget.Single(Key key) -> {
        check(key, keys);
        yield new Query("kv/" + keys.path(key), "raw", false);
      }
    };
  }

  private static void check(Key key, RecordKeys keys) throws BindingException {
    if (keys.of(key) == null) {
      throw new BindingException(keys.complaint() + ".");
    }
  }

  @Override
  public void ask(long index) {
    connection.submit(new Round(index));
  }

  @Override
  public void askAfter(Duration pause) {
    connection.later(pause, () -> ask(0));
  }

  @Override
  public void askWhenUsable() {
    connection.whenUsable(() -> ask(0));
  }

  @Override
  public void end() {
    connection.close();
  }

  /** One query and its answer. */
  private final class Round extends ConsulExchange {
    private final boolean waits;

    Round(long index) {
      super(
          connection,
          connection.requests().request("GET", query.path(), parameters(index), ""),
          connection.deadline(index > 0 ? LONGEST_WAIT : Duration.ZERO));
      waits = index > 0;
    }

    @Override
    public @Nullable Runnable whenSent() {
      return waits ? LightWatcher.this::waiting : null;
    }

    @Override
    public void answered(HttpAnswer answer) {
      if (answer.status() == HttpAnswer.OK || answer.status() == HttpAnswer.NOT_FOUND) {
        told(answer);
      } else {
        refused(ConsulFailure.of(answer));
      }
    }

    @Override
    public void failed(ConsulFailure failure) {
      broken(failure);
    }
  }

  private String parameters(long above) {
    return above > 0
        ? query.form() + "&index=" + above + "&wait=" + WAIT.toSeconds() + "s"
        : query.form();
  }

  private void told(HttpAnswer answer) {
    try {
      told(answer.index(), written(answer));
    } catch (IOException e) {
      end(Ranges.NOT_UNDERSTOOD);
    }
  }

  private long[] written(HttpAnswer answer) throws IOException {
    if (answer.status() != HttpAnswer.OK) {
      return new long[0];
    }
    // Without a list, the index is that of the record's last write: the query was for one key.
    return query.all() ? Ranges.writtenAfter(seen(), answer.body()) : new long[] {answer.index()};
  }
}
