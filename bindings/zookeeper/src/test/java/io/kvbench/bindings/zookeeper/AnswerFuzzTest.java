package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.bindings.zookeeper.library.ZooKeeperLibrarySession;
import io.kvbench.bindings.zookeeper.light.LightSession;
import io.kvbench.bindings.zookeeper.operation.CheckedPaths;
import io.kvbench.bindings.zookeeper.operation.Coordinations;
import io.kvbench.bindings.zookeeper.operation.Handle;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.options.RecordPaths;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.status.SrvrAnswer;
import io.kvbench.testkit.Mutation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ClientCnxn;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * Fuzz tests with randomly damaged answers. That to a four-letter word is read as far as possible;
 * through the clients each operation ends once and soon, with success only if the server
 * acknowledged it, and no callback throws on the library's threads.
 */
class AnswerFuzzTest {
  private static final int CASES = Integer.getInteger("kvbench.fuzz.cases", 10_000);
  private static final long SEED = Long.getLong("kvbench.fuzz.seed", 17);

  /** Each case takes a session, with its threads and its socket. */
  private static final int CASES_OF_A_SESSION = 40;

  private static final int MOST_CLOSING = 100;
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String SRVR =
      """
      Zookeeper version: 3.9.5-f94ad57ff22b6ef6a8d39b0ad1d3aba1c4ba6eb4, built on 2026-01-01 00:00 UTC
      Latency min/avg/max: 0/0.5/12
      Zxid: 0x30000002a
      Mode: leader
      Node count: 7
      """;

  private static final EventLoops LOOPS = EventLoops.start("fuzzed", 1);

  private final Logger library = (Logger) LoggerFactory.getLogger(ClientCnxn.class);
  private final Level level = library.getLevel();
  private final ListAppender<ILoggingEvent> errors = new ListAppender<>();
  private final ExecutorService closers = Executors.newFixedThreadPool(MOST_CLOSING);
  private final Semaphore closing = new Semaphore(MOST_CLOSING);

  @BeforeEach
  void listen() {
    library.setLevel(Level.ERROR);
    errors.start();
    library.addAppender(errors);
  }

  @AfterAll
  static void endLoops() {
    LOOPS.end();
  }

  @AfterEach
  void end() {
    library.detachAppender(errors);
    library.setLevel(level);
    closers.shutdownNow();
  }

  @Test
  void readsWhatAServerSaysOfItself() {
    for (int index = 0; index < CASES; index++) {
      String answer = new Mutation(SEED + index).of(SRVR);
      try {
        SrvrAnswer facts = SrvrAnswer.of(answer);
        assertThat(facts.term().orElse(0)).isBetween(0L, 0xFFFF_FFFFL);
        assertThat(facts.details()).hasSizeLessThanOrEqualTo(2);
        assertThat(facts.problem().isPresent()).isEqualTo(facts.zxid().isEmpty());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + (SEED + index) + ": " + answer, e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void endsEachOperationOnce(LoadClient client) throws Exception {
    List<Future<?>> ends = new ArrayList<>();
    for (int index = 0; index < Math.ceilDiv(CASES, CASES_OF_A_SESSION); index++) {
      long seed = SEED + index;
      long begun = System.nanoTime();
      try {
        ends.add(session(seed, client));
      } catch (Exception | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
      assertThat(System.nanoTime() - begun).as("seed %d", seed).isLessThan(LIMIT.toNanos());
      // Events with an exception are those that a callback has thrown.
      assertThat(errors.list)
          .as("seed %d", seed)
          .noneMatch(event -> event.getThrowableProxy() != null);
    }
    for (Future<?> end : ends) {
      end.get();
    }
  }

  /** Returns the end of the session, which may take a second. */
  private Future<?> session(long seed, LoadClient client) throws Exception {
    Mutation mutation = new Mutation(seed);
    boolean wild = mutation.oneIn(2);
    FuzzedOperations operations = new FuzzedOperations(mutation);
    DamagedServer server = new DamagedServer(mutation, wild, operations.requests());
    ZooKeeperClientOptions options =
        ZooKeeperClientOptions.of(
            TestConfig.of(
                server.endpoints(),
                1,
                Duration.ofSeconds(1),
                Map.of("zookeeper.sessiontimeout", "2s")));
    closing.acquire();
    ZooKeeperConnection<? extends Handle> connection =
        client == LoadClient.LIGHT
            ? new ZooKeeperConnection<LightSession>(
                begun -> new LightSession(begun, options, LOOPS.group().next(), 0))
            : new ZooKeeperConnection<ZooKeeperLibrarySession>(
                begun -> new ZooKeeperLibrarySession(begun, options));
    if (client == LoadClient.LIGHT) {
      // It fails requests immediately while it is not connected.
      connection.awaitUsable(Duration.ofSeconds(2));
    }
    CheckedPaths paths = new CheckedPaths(options, new RecordPaths(options.root()));
    operations.submit(
        new ZooKeeperSession(
            connection, options, paths, new Coordinations().open(0, paths, connection::handle)));
    operations.check(server, !wild);
    return closers.submit(
        () -> {
          try (server) {
            connection.close();
            operations.checkOnce();
          } finally {
            closing.release();
          }
          return null;
        });
  }
}
