package io.kvbench.bindings.etcd.light;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.kvbench.bindings.etcd.TestConfig;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.testkit.WatchLog;
import io.kvbench.testkit.grpc.ScriptedGrpcServer;
import io.kvbench.testkit.grpc.ScriptedGrpcServer.Asked;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of watchers whose stream is ended by the server. */
@Timeout(120)
class EtcdWatchStreamTest {
  private static final WatcherRequest REQUEST =
      new WatcherRequest(0, new WatchTarget.Single(Key.of("key")), false);

  private final WatchLog log = new WatchLog();
  private ScriptedGrpcServer server;
  private Binding binding;
  private Watcher watcher;

  @BeforeEach
  void open() throws Exception {
    server = new ScriptedGrpcServer();
    server.always(
        "etcdserverpb.KV/Range",
        RangeResponse.newBuilder().setHeader(header(6)).build().toByteArray());
    binding = TestConfig.open(server.endpoints(), 1, Map.of());
    watcher = binding.watch(REQUEST, log);
  }

  @AfterEach
  void close() {
    binding.close();
    server.close();
  }

  private static ResponseHeader header(long revision) {
    return ResponseHeader.newBuilder().setRevision(revision).build();
  }

  /** Takes the next request for a watcher, from this revision on. */
  private Asked created(long from) throws Exception {
    Asked asked = server.next("etcdserverpb.Watch/Watch");
    assertThat(WatchRequest.parseFrom(asked.request()).getCreateRequest().getStartRevision())
        .isEqualTo(from);
    asked.begin();
    return asked;
  }

  private static void confirm(Asked asked, long revision) {
    asked.say(
        WatchResponse.newBuilder()
            .setCreated(true)
            .setHeader(header(revision))
            .build()
            .toByteArray());
  }

  private static void report(Asked asked, long revision, Event.EventType type) {
    asked.say(
        WatchResponse.newBuilder()
            .addEvents(
                Event.newBuilder()
                    .setType(type)
                    .setKv(KeyValue.newBuilder().setModRevision(revision)))
            .build()
            .toByteArray());
  }

  @Test
  void resumesAfterTheLastEvent() throws Exception {
    Asked first = created(0);
    confirm(first, 7);
    report(first, 9, Event.EventType.PUT);
    report(first, 11, Event.EventType.DELETE);
    log.awaitVersion(9);
    first.end(Status.UNAVAILABLE);
    Asked second = created(12);
    confirm(second, 20);
    report(second, 15, Event.EventType.PUT);
    log.awaitVersion(15);

    assertThat(log.versions()).containsExactly(9L, 15L);
    assertThat(log.kinds())
        .containsExactly(
            WatchLog.Kind.OPENED,
            WatchLog.Kind.CHANGED,
            WatchLog.Kind.INTERRUPTED,
            WatchLog.Kind.OPENED,
            WatchLog.Kind.CHANGED);
  }

  @Test
  void resumesFromItsCreationIfThereWasNoEvent() throws Exception {
    Asked first = created(0);
    confirm(first, 7);
    log.awaitOpen();
    first.end(Status.UNAVAILABLE);

    confirm(created(8), 20);
    log.awaitOpen();
  }

  @Test
  void asksForTheRecordsBeforeTheWritesIfItIsTo() throws Exception {
    assertThat(asksForPrevious(created(0))).isFalse();
    for (String client : List.of("light", "library")) {
      try (Binding other =
              TestConfig.open(
                  server.endpoints(), 1, Map.of("client", client, "etcd.watch.prevkv", "true"));
          Watcher previous = other.watch(REQUEST, new WatchLog())) {
        assertThat(previous.coalesces()).isFalse();
        assertThat(asksForPrevious(created(0))).as(client).isTrue();
      }
    }
  }

  private static boolean asksForPrevious(Asked asked) throws Exception {
    return WatchRequest.parseFrom(asked.request()).getCreateRequest().getPrevKv();
  }

  @Test
  void failsIfWhatItMissedIsCompacted() throws Exception {
    Asked first = created(0);
    confirm(first, 7);
    log.awaitOpen();
    first.end(Status.UNAVAILABLE);
    created(8)
        .say(
            WatchResponse.newBuilder()
                .setCreated(true)
                .setCanceled(true)
                .setCompactRevision(9)
                .build()
                .toByteArray());

    log.await(WatchLog.Kind.FAILED);
    assertThat(log.calls().getLast().problem()).contains("INVALID", "compacted");
  }

  @Test
  void failsIfItIsNotPermitted() throws Exception {
    Asked first = created(0);
    first.end(Status.PERMISSION_DENIED.withDescription("etcdserver: permission denied"));

    log.await(WatchLog.Kind.FAILED);
    assertThat(log.calls().getLast().problem()).contains("permission denied");
  }

  @Test
  void reportsNothingOnceItIsClosed() throws Exception {
    Asked first = created(0);
    confirm(first, 7);
    log.awaitOpen();
    watcher.close();
    report(first, 9, Event.EventType.PUT);
    first.end(Status.UNAVAILABLE);
    binding.close();

    assertThat(log.kinds()).containsExactly(WatchLog.Kind.OPENED);
  }

  /** Otherwise the new stream's first answer would be taken for an earlier watcher's. */
  @Test
  void aWatcherThatWasClosedBeforeItsConfirmationLeavesNothingToTheNextStream() throws Exception {
    created(0);
    watcher.close();
    WatchLog next = new WatchLog();
    binding.watch(REQUEST, next);

    Asked second = created(0);
    confirm(second, 7);
    report(second, 9, Event.EventType.PUT);
    next.awaitVersion(9);

    assertThat(log.kinds()).isEmpty();
    assertThat(next.kinds()).containsExactly(WatchLog.Kind.OPENED, WatchLog.Kind.CHANGED);
  }
}
