package io.kvbench.bindings.dengine;

import static io.kvbench.bindings.dengine.Messages.CANCELLED;
import static io.kvbench.bindings.dengine.Messages.CLIENT;
import static io.kvbench.bindings.dengine.Messages.DELETE;
import static io.kvbench.bindings.dengine.Messages.PROGRESS;
import static io.kvbench.bindings.dengine.Messages.PUT;
import static io.kvbench.bindings.dengine.Messages.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.testkit.WatchLog;
import io.kvbench.testkit.WatchLog.Kind;
import io.kvbench.testkit.grpc.ScriptedGrpcServer;
import io.kvbench.testkit.grpc.ScriptedGrpcServer.Asked;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of a watcher with rare answers of its server. */
@Timeout(60)
class DEngineRecordWatcherTest {
  private static final byte[] NOTHING = {};

  private final WatchLog log = new WatchLog();
  private ScriptedGrpcServer server;
  private Binding binding;
  private Watcher watcher;

  @BeforeEach
  void start() throws Exception {
    server = new ScriptedGrpcServer();
    Messages.lead(server);
    binding = TestConfig.open(server.endpoints(), Map.of());
    watcher =
        binding.watch(new WatcherRequest(0, new WatchTarget.Single(Key.of("key")), false), log);
  }

  @AfterEach
  void end() {
    binding.close();
    server.close();
  }

  private Asked asked() throws InterruptedException {
    return server.next(CLIENT + "Watch");
  }

  private Asked begun() throws InterruptedException {
    Asked watch = asked();
    watch.begin();
    log.awaitOpen();
    return watch;
  }

  private static byte[] put(long number, long revision) throws Exception {
    return Messages.event(PUT, ByteBuffer.allocate(8).putLong(number).array(), revision);
  }

  @Test
  void onlyWritesAreReported() throws Exception {
    Asked watch = begun();
    watch.say(put(1, 10));
    watch.say(Messages.event(DELETE, NOTHING, 11));
    watch.say(Messages.event(PROGRESS, NOTHING, 12));
    watch.say(put(2, 13));

    log.awaitVersion(2);

    assertThat(log.kinds()).containsExactly(Kind.OPENED, Kind.CHANGED, Kind.CHANGED);
    assertThat(watcher.coalesces()).isFalse();
  }

  /** A server does so when it has dropped events. */
  @Test
  void aWatcherThatTheServerCancelsIsInterruptedAndBeginsAgain() throws Exception {
    Asked watch = begun();
    watch.say(Messages.event(CANCELLED, NOTHING, 0));
    log.await(Kind.INTERRUPTED);

    begun().say(put(3, 20));

    log.awaitVersion(3);
    assertThat(log.kinds())
        .containsExactly(Kind.OPENED, Kind.INTERRUPTED, Kind.OPENED, Kind.CHANGED);
  }

  @Test
  void aWatcherThatIsRefusedLaterTriesAgain() throws Exception {
    begun().end(Status.UNAVAILABLE);
    log.await(Kind.INTERRUPTED);
    asked().end(Status.RESOURCE_EXHAUSTED);

    begun().say(put(4, 30));

    log.awaitVersion(4);
    assertThat(log.kinds()).doesNotContain(Kind.FAILED);
  }

  @Test
  void aWatcherThatIsRefusedAtFirstHasFailed() throws Exception {
    asked().end(Status.RESOURCE_EXHAUSTED.withDescription("watcher limit (3) exceeded"));

    log.await(Kind.FAILED);

    assertThat(log.calls())
        .singleElement()
        .asString()
        .contains("THROTTLED")
        .contains("watcher limit (#) exceeded");
  }

  @Test
  void anEventOfAnUnknownKindEndsTheWatcher() throws Exception {
    begun().say(Messages.event(UNKNOWN, NOTHING, 1));

    log.await(Kind.FAILED);

    assertThat(log.calls().getLast().problem()).contains(DEngineFailure.GARBLED.message());
  }

  @Test
  void theEndOfTheBindingIsTheEndOfItsWatchers() throws Exception {
    begun();
    binding.close();

    assertThat(log.calls().getLast().problem()).contains(DEngineFailure.CLOSED.message());
  }
}
