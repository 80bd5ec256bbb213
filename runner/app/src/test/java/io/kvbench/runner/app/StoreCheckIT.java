package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.KeyCheck;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.Verdict.Validity;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.PlanBuilder;
import io.kvbench.runner.embed.WorkloadSpec;
import io.kvbench.runner.run.Bindings;
import io.kvbench.runner.run.RunListener;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of the check of real servers' records after a run. */
final class StoreCheckIT {

  /** A listener that stops a server when its records are about to be counted. */
  private static final class SuspendedProcess implements RunListener {
    private final OwnServer server;

    SuspendedProcess(OwnServer server) {
      this.server = server;
    }

    @Override
    public void stage(String stage) {
      if (stage.startsWith("counting")) {
        server.signal("STOP");
      }
    }
  }

  @Test
  void aServerFrozenWhileItsRecordsAreCountedMakesTheRunSuspect() throws Exception {
    try (OwnServer server = OwnServer.start("zookeeper")) {
      PlanBuilder plan =
          Kvbench.plan("zookeeper")
              .endpoints(server.endpoint())
              .workload(WorkloadSpec.mix("frozen").records(200).reads(1))
              .requests(200)
              .listener(new SuspendedProcess(server));
      RunResult result;
      try {
        result = Kvbench.run(plan.build());
      } finally {
        server.signal("CONT");
      }

      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.store().storeCheck()).isEmpty();
      assertThat(result.verdict().validity()).isEqualTo(Validity.SUSPECT);
      assertThat(result.verdict().reasons())
          .filteredOn(reason -> reason.check().equals("store check"))
          .singleElement()
          .matches(reason -> reason.observed().contains("not performed: " + server.endpoint()));
    }
  }

  @Test
  void updatesThatAProxyAcknowledgesAndDropsAreDetected() {
    try (OwnServer server = OwnServer.shared("zookeeper", 1)) {
      WorkloadSpec workload =
          WorkloadSpec.mix("dropped")
              .records(50)
              .valueBytes(256)
              .reads(0.5)
              .updates(0.5)
              .checkedValues();
      PlanBuilder honest = Kvbench.plan("zookeeper");
      PlanBuilder dropping = Kvbench.plan(new DroppedUpdates(), "zookeeper");
      for (PlanBuilder plan : List.of(honest, dropping)) {
        plan.endpoints(server.endpoint())
            .workload(workload)
            .set("zookeeper.root", "/dropped")
            .requests(1000);
      }

      assertThat(Kvbench.run(honest.build()).verdict().reasons())
          .noneMatch(reason -> reason.check().equals("values"));
      assertThat(Kvbench.run(dropping.build()).verdict().reasons())
          .filteredOn(reason -> reason.check().equals("values"))
          .singleElement()
          .matches(reason -> reason.observed().contains("wrong or outdated value"));
    }
  }

  /** A proxy in front of ZooKeeper that acknowledges updates without forwarding them. */
  private static final class DroppedUpdates implements BindingProvider {
    private final BindingProvider zookeeper =
        Bindings.load().find("zookeeper").orElseThrow().provider();

    @Override
    public List<SystemDescriptor> systems() {
      return zookeeper.systems();
    }

    @Override
    public Binding open(SystemDescriptor system, BindingConfig config)
        throws BindingException, InterruptedException {
      Binding inner = zookeeper.open(system, config);
      return new Binding() {
        @Override
        public Session openSession(int client) throws BindingException {
          Session session = inner.openSession(client);
          return (operation, completion) -> {
            if (operation instanceof Operation.Update) {
              completion.succeeded(Outcome.OK);
            } else {
              session.submit(operation, completion);
            }
          };
        }

        @Override
        public List<ServerState> servers() throws InterruptedException {
          return inner.servers();
        }

        @Override
        public String clientLibrary() {
          return inner.clientLibrary();
        }

        @Override
        public void close() {
          inner.close();
        }
      };
    }
  }

  @Test
  void aSecondLoadOfAStoreThatOverwritesIsSuspect() {
    try (OwnServer server = OwnServer.shared("etcd", 1)) {
      PlanBuilder plan =
          Kvbench.plan("etcd")
              .endpoints(server.endpoint())
              .workload(WorkloadSpec.mix("again").records(0).inserts(1))
              .set("etcd.prefix", "again/")
              .requests(300);

      RunResult first = Kvbench.run(plan.build());
      RunResult second = Kvbench.run(plan.build());

      assertThat(first.store().storeCheck().orElseThrow().keysOverwritten()).hasValue(0);
      assertThat(first.verdict().reasons())
          .noneMatch(reason -> reason.check().equals("overwritten"));
      assertThat(second.store().storeCheck().orElseThrow().keysOverwritten()).hasValue(300);
      assertThat(second.verdict().reasons())
          .filteredOn(reason -> reason.check().equals("overwritten"))
          .singleElement()
          .matches(
              reason -> reason.observed().startsWith("300 of 300 inserts added no record: they"));
    }
  }

  /**
   * A listener that, when the run begins, deletes keys that the load has written and inserts as
   * many others.
   */
  private record Exchanging(OwnServer server, String prefix) implements RunListener {
    private static final int KEYS = 100;

    @Override
    public void phaseStarted(PhasePlan phase) {
      if (phase.name() == PhaseName.RUN) {
        try {
          exchange();
        } catch (Exception e) {
          throw new AssertionError(e);
        }
      }
    }

    private void exchange() throws Exception {
      Bindings.Reachable etcd = Bindings.load().find("etcd").orElseThrow();
      Assignments given = new Assignments().add("etcd.prefix", prefix, Origin.of("test"));
      BindingConfig config =
          new BindingConfig(
              List.of(server.endpoint()),
              1,
              Duration.ofSeconds(30),
              Settings.resolve(given, etcd.system().settings(), new Problems()));
      try (Binding other = etcd.provider().open(etcd.system(), config);
          Session session = other.openSession(0)) {
        for (int index = 0; index < KEYS; index++) {
          Value value = Value.of(new byte[8]);
          assertThat(answer(session, new Operation.Delete(key("user" + index))))
              .isEqualTo(Outcome.OK);
          assertThat(answer(session, new Operation.Insert(key("foreign" + index), value)))
              .isEqualTo(Outcome.OK);
        }
      }
    }

    private static Status answer(Session session, Operation operation) throws Exception {
      CompletableFuture<Status> answer = new CompletableFuture<>();
      session.submit(
          operation,
          new Completion() {
            @Override
            public void succeeded(Outcome outcome) {
              answer.complete(outcome);
            }

            @Override
            public void found(ByteBuffer value, long version) {
              answer.complete(Outcome.OK);
            }

            @Override
            public void failed(ErrorKind kind, String message) {
              answer.complete(kind);
            }
          });
      return answer.get(30, TimeUnit.SECONDS);
    }

    private static Key key(String text) {
      return new Key() {
        @Override
        public byte[] toByteArray() {
          return text.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public String toString() {
          return text;
        }
      };
    }
  }

  @Test
  void acknowledgedKeysThatAnotherClientReplacesAreDetected() {
    try (OwnServer server = OwnServer.shared("etcd", 1)) {
      PlanBuilder plan =
          Kvbench.plan("etcd")
              .endpoints(server.endpoint())
              .workload(WorkloadSpec.mix("exchanged").records(1000).reads(0.5).inserts(0.5))
              .set("insertorder", "ordered")
              .clients(4)
              .requests(1000);
      RunResult quiet = Kvbench.run(plan.set("etcd.prefix", "quiet/").build());
      plan.listener(new Exchanging(server, "visited/"));
      RunResult visited = Kvbench.run(plan.set("etcd.prefix", "visited/").build());

      KeyCheck all = quiet.store().keyCheck().orElseThrow();
      assertThat(all.keysRead()).isEqualTo(quiet.store().storeCheck().orElseThrow().keysFound());
      assertThat(all.keysForeign()).hasValue(0);
      assertThat(quiet.verdict().reasons()).noneMatch(reason -> reason.check().startsWith("store"));
      assertThat(visited.store().storeCheck().orElseThrow().agrees()).as("by the counts").isTrue();
      KeyCheck keys = visited.store().keyCheck().orElseThrow();
      assertThat(keys.keysMissing()).isEqualTo(100);
      assertThat(keys.keysForeign()).hasValue(100);
      assertThat(visited.verdict().validity()).isEqualTo(Validity.INVALID);
      assertThat(visited.verdict().reasons())
          .filteredOn(reason -> reason.check().equals("store"))
          .singleElement()
          .matches(
              reason -> reason.observed().matches("100 acknowledged keys are missing \\(user.*"));
    }
  }
}
