package io.kvbench.bindings.zookeeper.client;

import io.kvbench.bindings.zookeeper.options.ClientOptions;
import io.kvbench.bindings.zookeeper.options.Credentials;
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

/** A session of the client library. Its state is what the events that were delivered tell. */
public final class LibrarySession implements Handle, Watcher {
  /** How long the library's threads may take to end after the farewell. */
  private static final int END_MILLIS = 3_000;

  /**
   * A server that refuses a SASL login hangs up. Which of the two the library notices first is a
   * race: it may tell of nothing but the loss of the connection. One such loss may be chance.
   */
  private static final int HANG_UPS_TO_BE_REFUSED = 3;

  private static final Pattern SERVER = Pattern.compile("remoteserver:[^/\\s]*/(\\S+)");

  private final Connection<?> connection;
  private final ClientOptions options;
  private final Answers answers;
  private final ZooKeeper client;
  private final boolean sasl;
  private volatile State state = State.SUSPENDED;

  /** Connections in a row whose login was not answered. Only the event thread looks at it. */
  private int unanswered;

  @SuppressWarnings("this-escape") // The first event may come before the constructor is through.
  public LibrarySession(Connection<?> connection, ClientOptions options) throws IOException {
    this.connection = connection;
    this.options = options;
    this.answers = new Answers(this, options.dialect());
    this.sasl = options.login().isPresent();
    this.client =
        new ZooKeeper(
            options.connectString(), options.sessionTimeoutMillis(), this, options.client());
    Optional<Credentials> credentials = options.credentials();
    credentials.ifPresent(given -> client.addAuthInfo(given.scheme(), given.secret()));
  }

  public ZooKeeper client() {
    return client;
  }

  @Override
  public Answers answers() {
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

  /** The library has no other way to tell. */
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
      // The library gives no state where it cannot even begin with SASL.
      case null -> change(State.REFUSED);
      case AuthFailed -> change(State.REFUSED);
      default -> {
        // Closed: whoever closes knows it already. The others are deprecated and never sent.
      }
    }
  }

  /** The library holds requests back until the login is through. */
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
   * Says goodbye and ends the library's threads, which completes what is still under way. Bounded.
   */
  @Override
  public void close() throws InterruptedException {
    client.close(END_MILLIS);
  }
}
