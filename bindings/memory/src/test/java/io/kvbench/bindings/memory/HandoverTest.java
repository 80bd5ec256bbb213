package io.kvbench.bindings.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.PhaseRunner;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of operations that another thread completes. */
@Timeout(120)
class HandoverTest {
  private static final Key KEY = Key.of("key");
  private static final Value VALUE = Value.of(new byte[] {1, 2, 3});
  private static final Operation.Read READ = new Operation.Read(KEY, ReadConsistency.DEFAULT);
  private static final EngineLimits LIMITS =
      new EngineLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofSeconds(1));

  @Test
  void answersComeFromTheThreadOfTheClientsNumber() throws Exception {
    try (Binding binding = Memory.open("memory.handover=true", "memory.handover.threads=3")) {
      Set<String> threads = new TreeSet<>();
      for (int client = 0; client < 7; client++) {
        Answer answer = new Answer();
        binding.openSession(client).submit(READ, answer);
        String thread = answer.get().thread().getName();
        assertThat(thread).endsWith("-" + client % 3);
        threads.add(thread);
      }
      assertThat(threads).hasSize(3);
    }
  }

  @Test
  void theStoreIsTheSame() throws Exception {
    try (Binding binding = Memory.open("memory.handover=true")) {
      assertThat(Answer.to(binding, READ).status()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(Answer.to(binding, new Operation.Insert(KEY, VALUE)).status())
          .isEqualTo(Outcome.OK);
      assertThat(Answer.to(binding, READ).get().value()).isEqualTo(VALUE);
      assertThat(binding.servers().getFirst().keys()).hasValue(1);
    }
  }

  @Test
  void aSessionMaySubmitTheNextFromWithinTheCompletion() throws Exception {
    try (Binding binding = Memory.open("memory.handover=true", "memory.nothing=true")) {
      Session session = binding.openSession(0);
      Answer last = new Answer();
      session.submit(READ, new Repeating(session, 100_000, last));

      assertThat(last.status()).isEqualTo(Outcome.OK);
      assertThat(last.calls()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void manyClientsAreAllAnswered(int threads) throws Exception {
    try (Binding binding =
        Memory.open(
            "memory.handover=true", "memory.nothing=true", "memory.handover.threads=" + threads)) {
      PhasePlan plan =
          new PhasePlan(
              PhaseName.RUN, 300, new LoadModel.ClosedLoop(), 100_000, Optional.empty(), false);

      PhaseMeasurement measured =
          new PhaseRunner(NanoClock.system(), LIMITS)
              .run(plan, binding, client -> () -> READ, new StopSignal(), interval -> {});

      assertThat(measured.recorded().okCount()).isEqualTo(100_000);
      assertThat(measured.repeatedCompletions()).isZero();
    }
  }

  /** One client at a time, so that the thread parks in between and must be woken. */
  @Test
  void aParkedThreadIsWoken() throws Exception {
    try (Binding binding = Memory.open("memory.handover=true", "memory.nothing=true")) {
      for (int index = 0; index < 2_000; index++) {
        assertThat(Answer.to(binding, READ).status()).isEqualTo(Outcome.OK);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void closingAnswersEverythingOnce(int delayMillis) throws Exception {
    Binding binding =
        Memory.open("memory.handover=true", "memory.nothing=true", "memory.handover.threads=2");
    List<Load> clients = new ArrayList<>();
    for (int client = 0; client < 4; client++) {
      clients.add(new Load(binding.openSession(client)));
    }
    List<Thread> threads =
        clients.stream().map(client -> Thread.ofPlatform().start(client)).toList();
    for (Load client : clients) {
      client.awaitFirstAnswer();
    }
    Thread.sleep(delayMillis);

    binding.close();

    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(clients)
        .allSatisfy(
            client -> {
              assertThat(client.ok.get() + 1).isEqualTo(client.submitted.get());
              assertThat(client.failures).containsExactly(ErrorKind.CONNECTION_LOST);
            });
  }

  @Test
  void aClosedStoreSaysSo() throws Exception {
    Binding binding = Memory.open("memory.handover=true");
    binding.close();
    binding.close();

    assertThat(Answer.to(binding, READ).status()).isEqualTo(ErrorKind.CONNECTION_LOST);
  }

  @Test
  void closingKeepsAnInterruption() throws Exception {
    Binding binding = Memory.open("memory.handover=true");
    Thread.currentThread().interrupt();

    binding.close();

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anArtificialLatencyHasItsOwnThread() {
    assertThat(problems("memory.handover=true", "memory.latency=1ms"))
        .singleElement()
        .asString()
        .contains("memory.handover", "memory.latency");
    assertThat(problems("memory.handover=true", "memory.latency=0s")).isEmpty();
    assertThat(problems("memory.latency=1ms")).isEmpty();
  }

  private static List<?> problems(String... given) {
    Assignments assignments = new Assignments();
    for (String setting : given) {
      String[] parts = setting.split("=", 2);
      assignments.add(parts[0], parts[1], Origin.of("-p " + setting));
    }
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, Memory.system().settings(), problems);
    Memory.provider().check(Memory.system(), List.of(), settings, problems);
    return problems.list();
  }

  /** A client that submits until the store is closed, one operation after the other. */
  private static final class Load implements Runnable, Completion {
    final AtomicLong submitted = new AtomicLong();
    final AtomicLong ok = new AtomicLong();
    final List<ErrorKind> failures = new CopyOnWriteArrayList<>();
    private final CountDownLatch first = new CountDownLatch(1);
    private final Semaphore answers = new Semaphore(0);
    private final Session session;

    Load(Session session) {
      this.session = session;
    }

    void awaitFirstAnswer() throws InterruptedException {
      first.await();
    }

    @Override
    public void run() {
      while (failures.isEmpty()) {
        submitted.incrementAndGet();
        session.submit(READ, this);
        answers.acquireUninterruptibly();
      }
    }

    @Override
    public void succeeded(Outcome outcome) {
      ok.incrementAndGet();
      first.countDown();
      answers.release();
    }

    @Override
    public void found(ByteBuffer value, long version) {
      succeeded(Outcome.OK);
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      failures.add(kind);
      answers.release();
    }
  }

  /** A completion that submits repeatedly from the answering thread. */
  private record Repeating(Session session, int left, Answer last) implements Completion {
    @Override
    public void succeeded(Outcome outcome) {
      session.submit(READ, left == 0 ? last : new Repeating(session, left - 1, last));
    }

    @Override
    public void found(ByteBuffer value, long version) {
      succeeded(Outcome.OK);
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      last.failed(kind, message);
    }
  }
}
