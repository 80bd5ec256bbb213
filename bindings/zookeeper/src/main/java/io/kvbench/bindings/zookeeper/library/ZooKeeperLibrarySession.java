package io.kvbench.bindings.zookeeper.library;

import io.kvbench.bindings.zookeeper.operation.Handle;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperAnswers;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.options.ZooKeeperCredentials;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.AsyncCallback.Children2Callback;
import org.apache.zookeeper.AsyncCallback.DataCallback;
import org.apache.zookeeper.AsyncCallback.MultiCallback;
import org.apache.zookeeper.AsyncCallback.StatCallback;
import org.apache.zookeeper.AsyncCallback.StringCallback;
import org.apache.zookeeper.AsyncCallback.VoidCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/** A session of the client library. Its state follows the delivered events. */
public final class ZooKeeperLibrarySession implements Handle, Watcher {
  /** How long the library's threads may take to end after the session is closed. */
  private static final int END_MILLIS = 3_000;

  /**
   * A server that rejects a SASL login closes the connection. The library may notice the close
   * first, and report only the loss of the connection. A single such loss may be unrelated.
   */
  private static final int HANG_UPS_TO_BE_REFUSED = 3;

  private static final Pattern SERVER = Pattern.compile("remoteserver:[^/\\s]*/(\\S+)");

  private final ZooKeeperConnection<?> connection;
  private final ZooKeeperClientOptions options;
  private final ZooKeeperAnswers answers;
  private final ZooKeeper client;
  private final boolean sasl;
  private volatile State state = State.SUSPENDED;

  /** The number of consecutive connections without an answered login. For the event thread. */
  private int unanswered;

  @SuppressWarnings("this-escape") // the first event may precede the end of the constructor
  public ZooKeeperLibrarySession(ZooKeeperConnection<?> connection, ZooKeeperClientOptions options)
      throws IOException {
    this.connection = connection;
    this.options = options;
    this.answers = new ZooKeeperAnswers(this::suspend, options.dialect());
    this.sasl = options.login().isPresent();
    this.client =
        new ZooKeeper(
            options.connectString(), options.sessionTimeoutMillis(), this, options.client());
    Optional<ZooKeeperCredentials> credentials = options.credentials();
    credentials.ifPresent(given -> client.addAuthInfo(given.scheme(), given.secret()));
  }

  public ZooKeeper client() {
    return client;
  }

  @Override
  public ZooKeeperAnswers answers() {
    return answers;
  }

  @Override
  public void create(String path, byte[] data, StringCallback callback, @Nullable Object context) {
    client.create(path, data, options.acl(), CreateMode.PERSISTENT, callback, context);
  }

  @Override
  public void setData(
      String path, byte[] data, int version, StatCallback callback, @Nullable Object context) {
    client.setData(path, data, version, callback, context);
  }

  @Override
  public void delete(String path, int version, VoidCallback callback, @Nullable Object context) {
    client.delete(path, version, callback, context);
  }

  @Override
  public void getData(String path, DataCallback callback, @Nullable Object context) {
    client.getData(path, false, callback, context);
  }

  @Override
  public void exists(
      String path, @Nullable Watcher watcher, StatCallback callback, @Nullable Object context) {
    client.exists(path, watcher, callback, context);
  }

  @Override
  public void getChildren(String path, Children2Callback callback, @Nullable Object context) {
    client.getChildren(path, false, callback, context);
  }

  @Override
  public void sync(String path, VoidCallback callback, @Nullable Object context) {
    client.sync(path, callback, context);
  }

  @Override
  public void multi(List<Op> parts, MultiCallback callback, @Nullable Object context) {
    client.multi(parts, callback, context);
  }

  /** The library has no other way to query it. */
  @Override
  public Optional<String> server() {
    Matcher server = SERVER.matcher(client.toString());
    return server.find() ? Optional.of(server.group(1)) : Optional.empty();
  }

  @Override
  public State state() {
    return state;
  }

  /**
   * The library reports the loss only after it has failed the requests, and the new connection
   * after that.
   */
  @Override
  public void suspend() {
    if (state == State.USABLE) {
      state = State.SUSPENDED;
    }
  }

  @Override
  public void process(WatchedEvent event) {
    switch (event.getState()) {
      case SyncConnected, ConnectedReadOnly -> connected();
      case SaslAuthenticated -> {
        unanswered = 0;
        change(State.USABLE);
      }
      case Disconnected ->
          change(unanswered < HANG_UPS_TO_BE_REFUSED ? State.SUSPENDED : State.REFUSED);
      case Expired -> change(State.EXPIRED);
      // The library gives no state if it cannot even begin with SASL.
      case null -> change(State.REFUSED);
      case AuthFailed -> change(State.REFUSED);
      default -> {
        // Closed: already known to the caller of close. The others are deprecated and never sent.
      }
    }
  }

  /** The library holds requests back until the login is complete. */
  private void connected() {
    if (sasl) {
      unanswered++;
    } else {
      change(State.USABLE);
    }
  }

  private void change(State next) {
    if (state != State.REFUSED && state != State.EXPIRED) {
      state = next;
      connection.changed(this);
    }
  }

  /**
   * Closes the session and the library's threads, which completes everything in flight. Bounded.
   */
  @Override
  public void close() throws InterruptedException {
    client.close(END_MILLIS);
  }
}
