package io.kvbench.bindings.zookeeper.status;

import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ParallelQueries;
import io.kvbench.bindings.zookeeper.library.ZooKeeperLibrarySession;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperAdminRequests;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.wire.ZooKeeperFailure;
import io.kvbench.core.binding.ServerState;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.zookeeper.KeeperException;

/**
 * The query of one server: in a session that connects to this server only, and by a four-letter
 * word. The session comes first: as a write, it informs the server of the last election.
 */
public final class ZooKeeperServerQuery {
  private static final Duration WORD_LIMIT = Duration.ofSeconds(3);
  private static final Duration SESSION_LIMIT = Duration.ofSeconds(15);

  /** For a server that does not answer the word: other implementations may not know it. */
  private static final Duration QUIET_LIMIT = Duration.ofSeconds(5);

  private static final Duration AGAIN = Duration.ofMillis(100);

  /**
   * The result of counting.
   *
   * @param session the session that counted
   */
  private record Count(OptionalLong keys, OptionalLong session, Optional<String> problem) {
    static Count none(String why) {
      return new Count(
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.of("the records were not counted there: " + why));
    }
  }

  private final Endpoint endpoint;
  private final ZooKeeperClientOptions options;

  private ZooKeeperServerQuery(Endpoint endpoint, ZooKeeperClientOptions all) {
    this.endpoint = endpoint;
    this.options = all.only(endpoint);
  }

  /**
   * Queries all servers in parallel, each on a platform thread since the library pins carriers.
   * Takes a bounded time, even if servers do not answer.
   */
  public static List<ServerState> all(ZooKeeperClientOptions options) throws InterruptedException {
    ExecutorService threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("zookeeper-ask-", 0).factory());
    try {
      return ParallelQueries.all(
          threads,
          options.endpoints(),
          endpoint -> new ZooKeeperServerQuery(endpoint, options).state());
    } finally {
      threads.shutdownNow();
    }
  }

  private ServerState state() throws InterruptedException {
    try {
      ask();
      return state(count(SESSION_LIMIT));
    } catch (SocketTimeoutException e) {
      Count count = count(QUIET_LIMIT);
      return count.keys().isPresent() ? state(count) : silent(e);
    } catch (IOException e) {
      // The library would retry without a limit.
      return silent(e);
    }
  }

  private ServerState silent(IOException problem) {
    return ServerState.silent(endpoint.toString(), ZooKeeperServerStates.problem(problem, options));
  }

  private ServerState state(Count count) {
    SrvrAnswer facts = facts();
    String problem =
        Stream.concat(count.problem().stream(), facts.problem().stream())
            .collect(Collectors.joining("; "));
    return new ServerState(
        endpoint.toString(),
        facts.version(),
        facts.leads(),
        facts.term(),
        count.keys(),
        details(facts, count),
        problem.isEmpty() ? Optional.empty() : Optional.of(problem));
  }

  private Map<String, String> details(SrvrAnswer facts, Count count) {
    Map<String, String> details = new LinkedHashMap<>(facts.details());
    if (options.dialect().tellsOfItself() && count.session().isPresent()) {
      details.put(ServerState.IDENTITY, identity(count.session().getAsLong()));
    }
    return details;
  }

  /**
   * Returns the server that began a session: its number in the ensemble, which is the highest byte,
   * and when it began to count sessions, in milliseconds, of which 40 bits follow.
   */
  static String identity(long session) {
    return "%d, started %010x".formatted(session >>> 56, session >>> 16 & 0xff_ffff_ffffL);
  }

  private String ask() throws IOException {
    return FourLetterWord.ask(endpoint, options.dialect().word(), options.tls(), WORD_LIMIT);
  }

  private SrvrAnswer facts() {
    if (!options.dialect().tellsOfItself()) {
      return SrvrAnswer.UNTOLD;
    }
    try {
      return SrvrAnswer.of(ask());
    } catch (IOException e) {
      return SrvrAnswer.none(ZooKeeperServerStates.problem(e, options));
    }
  }

  private Count count(Duration limit) throws InterruptedException {
    try {
      ZooKeeperConnection<ZooKeeperLibrarySession> connection =
          new ZooKeeperConnection<>(begun -> new ZooKeeperLibrarySession(begun, options));
      try {
        return count(connection, Deadline.in(limit));
      } finally {
        connection.close();
      }
    } catch (IOException e) {
      return Count.none(Causes.innermost(e));
    } catch (KeeperException e) {
      return Count.none(ZooKeeperFailure.of(e.code().intValue()).message());
    }
  }

  /** Counts again if a session ends meanwhile: a server drops its own after an election. */
  private Count count(ZooKeeperConnection<ZooKeeperLibrarySession> connection, Deadline deadline)
      throws KeeperException, InterruptedException {
    while (true) {
      try {
        return countOnce(connection, deadline);
      } catch (KeeperException.ConnectionLossException
          | KeeperException.SessionExpiredException e) {
        if (deadline.left().isZero()) {
          throw e;
        }
        Thread.sleep(AGAIN);
      }
    }
  }

  private Count countOnce(
      ZooKeeperConnection<ZooKeeperLibrarySession> connection, Deadline deadline)
      throws KeeperException, InterruptedException {
    return switch (connection.awaitUsable(deadline.left())) {
      case USABLE ->
          new Count(
              OptionalLong.of(
                  new ZooKeeperAdminRequests(connection.handle(), options)
                      .countRecords(deadline.left())),
              OptionalLong.of(connection.handle().client().getSessionId()),
              Optional.empty());
      case REFUSED -> Count.none("the server refuses the credentials");
      case SUSPENDED, EXPIRED ->
          Count.none("the server " + ZooKeeperServerStates.finding(endpoint, options));
    };
  }
}
