package io.kvbench.bindings.zookeeper;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/**
 * One session of the client library, from its beginning to its expiry. The library reconnects by
 * itself within a session; it does not begin a new one.
 */
final class LibrarySession implements Watcher {
  /** How things stand, as far as the events that were delivered tell. */
  enum State {
    /** Not connected now; the library tries. */
    SUSPENDED,
    USABLE,
    EXPIRED,
    REFUSED
  }

  /** How long the library's threads may take to end after the farewell. */
  private static final int END_MILLIS = 3_000;

  /**
   * A server that refuses a SASL login hangs up. Which of the two the library notices first is a
   * race: it may tell of nothing but the loss of the connection. One such loss may be chance.
   */
  private static final int HANG_UPS_TO_BE_REFUSED = 3;

  private static final Pattern SERVER = Pattern.compile("remoteserver:[^/\\s]*/(\\S+)");

  private final Connection connection;
  private final Answers answers;
  private final ZooKeeper client;
  private final boolean sasl;
  private volatile State state = State.SUSPENDED;

  /** Connections in a row whose login was not answered. Only the event thread looks at it. */
  private int unanswered;

  @SuppressWarnings("this-escape") // The first event may come before the constructor is through.
  LibrarySession(Connection connection, ClientOptions options) throws IOException {
    this.connection = connection;
    this.answers = new Answers(this, options.dialect());
    this.sasl = options.login().isPresent();
    this.client =
        new ZooKeeper(
            options.connectString(), options.sessionTimeoutMillis(), this, options.client());
    Optional<Credentials> credentials = options.credentials();
    credentials.ifPresent(given -> client.addAuthInfo(given.scheme(), given.secret()));
  }

  ZooKeeper client() {
    return client;
  }

  Answers answers() {
    return answers;
  }

  /** Returns the server that the session is connected to; the library has no other way to tell. */
  Optional<String> server() {
    Matcher server = SERVER.matcher(client.toString());
    return server.find() ? Optional.of(server.group(1)) : Optional.empty();
  }

  State state() {
    return state;
  }

  /**
   * Notes that a request has failed for want of a connection. The library tells of the loss itself
   * only after it has failed the requests, and of the new connection after that.
   */
  void suspend() {
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
  void close() throws InterruptedException {
    client.close(END_MILLIS);
  }
}
