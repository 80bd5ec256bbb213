package io.kvbench.runner.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Traffic;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.trace.TraceCursor;
import io.kvbench.core.trace.TraceEntry;
import io.kvbench.core.trace.TraceFile;
import io.kvbench.core.trace.TraceHeader;
import io.kvbench.core.trace.TraceWriter;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.ReplayResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.StoreServers;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.WorkloadSpec;
import io.kvbench.runner.record.Downstream;
import io.kvbench.runner.record.RecordingProxy;
import io.kvbench.runner.record.Upstream;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.testkit.Certificates;
import io.kvbench.testkit.RunningServers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests of YCSB's workload a on real servers, recorded through the proxy and replayed through
 * another one: every session sends the same operations with the same keys and sizes in the same
 * order.
 */
class RecordIT {
  private static final int REQUESTS = 400;
  private static final int RECORDS = 50;

  /** Those of the workload; others are what a binding asks before and after it. */
  private static final Set<OperationType> WORKLOAD =
      EnumSet.of(OperationType.READ, OperationType.UPDATE);

  /** A separate area of the store: the setting for it, and its value. */
  private enum Area {
    RECORDED("recorded"),
    REPLAYED("replayed");

    private final String name;

    Area(String name) {
      this.name = name;
    }

    String setting(StoreServers store) {
      return store == StoreServers.ZOOKEEPER ? "zookeeper.root" : store.system() + ".prefix";
    }

    String value(StoreServers store) {
      return store == StoreServers.ZOOKEEPER ? "/" + name : name + "/";
    }
  }

  @TempDir private Path directory;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  /** Of the run that was recorded last. */
  private RunResult result;

  private static PlanBuilder plan(StoreServers store, Area area, String endpoint) {
    return Kvbench.plan(store.system())
        .endpoints(endpoint)
        .set("storecheck.timeout", "0s")
        .set(area.setting(store), area.value(store));
  }

  private static WorkloadSpec workloadA() {
    return WorkloadSpec.mix("a").records(RECORDS).valueBytes(100).reads(0.5).updates(0.5);
  }

  private static Traffic traffic(StoreServers store, Area area) throws Exception {
    Reachable found = Bindings.load().find(store.system()).orElseThrow();
    Problems problems = new Problems();
    Settings settings = Settings.resolve(area(store, area), found.system().settings(), problems);
    assertThat(problems.list()).isEmpty();
    return found.provider().traffic(found.system(), settings).orElseThrow();
  }

  private static Assignments area(StoreServers store, Area area) {
    Assignments given = new Assignments();
    given.add(area.setting(store), area.value(store), Origin.of("test"));
    return given;
  }

  private static Downstream plain() {
    return Downstream.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /** Runs a plan against a proxy, and returns what the proxy recorded. */
  private TraceFile recorded(
      StoreServers store,
      Area area,
      String endpoint,
      Downstream downstream,
      Optional<SSLContext> tls,
      UnaryOperator<PlanBuilder> plan)
      throws Exception {
    Path file = directory.resolve(area + ".kvt");
    NanoClock clock = NanoClock.system();
    long start = clock.nanos();
    int colon = endpoint.lastIndexOf(':');
    try (TraceWriter writer =
            TraceWriter.create(
                file,
                new TraceHeader(store.system(), clock.instant(), false),
                UnaryOperator.identity(),
                FilePermissions.OWNER);
        RecordingProxy proxy =
            RecordingProxy.start(
                downstream,
                new Upstream(
                    endpoint.substring(0, colon),
                    Integer.parseInt(endpoint.substring(colon + 1)),
                    tls,
                    Optional.empty()),
                traffic(store, area),
                writer,
                () -> (clock.nanos() - start) / 1_000,
                notes::add)) {
      result = Kvbench.run(plan.apply(plan(store, area, "127.0.0.1:" + proxy.port())).build());
      assertThat(result.status()).as("%s", result.statusReason()).isEqualTo(RunStatus.COMPLETE);
      proxy.stop();
      assertThat(proxy.undecoded()).as("%s", notes).isZero();
    }
    return TraceFile.open(file);
  }

  /** Returns what each session that the workload used has sent, in an order of the sessions. */
  private static List<List<String>> sessions(TraceFile trace) throws Exception {
    List<List<String>> sessions = new ArrayList<>();
    for (TraceFile.Session session : trace.sessions()) {
      List<String> sent = new ArrayList<>();
      TraceCursor cursor = trace.cursor(session);
      for (TraceEntry entry = cursor.next(); entry != null; entry = cursor.next()) {
        String key = entry.request().parts().getFirst().key().toString();
        if (WORKLOAD.contains(entry.request().type()) && key.startsWith("user")) {
          sent.add(entry.request().toString());
          assertThat(entry.answer()).as("%s", entry.request()).contains(Outcome.OK);
        }
      }
      if (!sent.isEmpty()) {
        sessions.add(sent);
      }
    }
    return sessions;
  }

  private static long count(PhaseResult phase) {
    return WORKLOAD.stream()
        .flatMap(type -> Stream.ofNullable(phase.operations().get(type)))
        .mapToLong(operation -> operation.count())
        .sum();
  }

  @ParameterizedTest
  @EnumSource(
      value = StoreServers.class,
      names = {"ZOOKEEPER", "ETCD", "CONSUL"})
  void aReplaySendsTheSameOperationsAndKeysInTheSameOrder(StoreServers store) throws Exception {
    try (RunningServers servers = store.plain(directory)) {
      String endpoint = servers.endpoints().getFirst();
      for (Area area : Area.values()) {
        RunResult loaded =
            Kvbench.run(
                plan(store, area, endpoint)
                    .workload(workloadA())
                    .set("dotransactions", "false")
                    .clients(4)
                    .build());
        assertThat(loaded.status()).as("%s", loaded.statusReason()).isEqualTo(RunStatus.COMPLETE);
        assertThat(loaded.phases().getFirst().operations().get(OperationType.INSERT).okCount())
            .isEqualTo(RECORDS);
      }

      TraceFile recorded =
          recorded(
              store,
              Area.RECORDED,
              endpoint,
              plain(),
              Optional.empty(),
              plan ->
                  plan.workload(workloadA())
                      .requests(REQUESTS)
                      .clients(4)
                      .connections(store == StoreServers.CONSUL ? 4 : 2)
                      .set("dotransactions", "true"));
      TraceFile replayed =
          recorded(
              store,
              Area.REPLAYED,
              endpoint,
              plain(),
              Optional.empty(),
              plan ->
                  plan.workload(WorkloadSpec.properties("replay"))
                      .set("trace", recorded.path().toString())
                      .set("trace.speed", "0")
                      .set("dotransactions", "true"));

      List<List<String>> expected = sessions(recorded);
      assertThat(expected).hasSize(store == StoreServers.CONSUL ? 4 : 2);
      assertThat(expected.stream().mapToInt(List::size).sum()).isEqualTo(REQUESTS);
      assertThat(sessions(replayed)).containsExactlyInAnyOrderElementsOf(expected);
      PhaseResult phase = result.phases().getLast();
      assertThat(count(phase)).isGreaterThanOrEqualTo(REQUESTS);
      assertThat(phase.replay().map(ReplayResult::compared).orElse(0L))
          .isGreaterThanOrEqualTo(REQUESTS);
      assertThat(phase.replay().orElseThrow().misses())
          .noneMatch(miss -> WORKLOAD.contains(miss.operation()));
    }
  }

  /** HTTP/2 has to be agreed on with the server, and with clients that use TLS. */
  @Test
  void aServerWithTlsIsRecordedForClientsWithAndWithoutIt() throws Exception {
    Certificates certificates = new Certificates(directory);
    Certificates.Pair client = certificates.valid("client");
    Certificates.Pair server = certificates.valid("server");
    Path authority = certificates.authority();
    SSLContext tls = TlsContexts.mutual(new PemPair(client.certificate(), client.key()), authority);
    Downstream secured =
        new Downstream(
            plain().address(),
            Optional.of(
                TlsContexts.mutual(new PemPair(server.certificate(), server.key()), authority)),
            true);
    try (RunningServers servers = StoreServers.ETCD.secure(directory, server, certificates)) {
      String endpoint = servers.endpoints().getFirst();
      TraceFile trace =
          recorded(
              StoreServers.ETCD,
              Area.RECORDED,
              endpoint,
              plain(),
              Optional.of(tls),
              plan -> plan.workload(workloadA()).requests(100).clients(2));
      TraceFile ofTls =
          recorded(
              StoreServers.ETCD,
              Area.REPLAYED,
              endpoint,
              secured,
              Optional.of(tls),
              plan ->
                  plan.workload(workloadA())
                      .requests(100)
                      .clients(2)
                      .set("etcd.cacert", authority.toString())
                      .set("etcd.cert", client.certificate().toString())
                      .set("etcd.key", client.key().toString()));

      for (TraceFile each : List.of(trace, ofTls)) {
        assertThat(sessions(each).stream().mapToInt(List::size).sum()).isEqualTo(RECORDS + 100);
      }
    }
  }
}
