package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.testkit.Answer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The contract of servers that are not the system: they get no load, and no answer counts. */
interface ImpostorsContract extends ContractBase {
  /** Waiting longer would not help. */
  Duration OPENING_LIMIT = Duration.ofSeconds(2);

  Function<Key, Operation> READ = key -> new Operation.Read(key, ReadConsistency.DEFAULT);

  List<Function<Key, Operation>> KINDS =
      List.of(
          READ,
          key -> new Operation.Update(key, Values.of(99)),
          key -> new Operation.Insert(key, Values.of(99)));

  ServerSubject serverSubject();

  /** In parallel, since each may take the whole limit. */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void anotherProgramAtTheEndpointIsRejected() throws Exception {
    Map<Impostor.Words, Future<String>> messages = new EnumMap<>(Impostor.Words.class);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Impostor.Words words : Impostor.Words.values()) {
        messages.put(words, threads.submit(() -> refused(words)));
      }
    }
    String title = Pattern.quote(stage().system().title());
    for (Map.Entry<Impostor.Words, Future<String>> message : messages.entrySet()) {
      assertThat(message.getValue().get())
          .as("instead of the system: %s", message.getKey())
          .contains("127.0.0.1:", "endpoints=")
          .containsPattern("not (be )?" + title + "|expects TLS")
          .endsWith(".")
          .doesNotContainPattern("\\p{Cntrl}")
          .doesNotContain("java.", "Exception");
    }
  }

  private String refused(Impostor.Words words) throws Exception {
    try (Impostor impostor = Impostor.of(words)) {
      List<String> endpoints = List.of(impostor.endpoint());
      Throwable thrown =
          catchThrowable(() -> stage().open(endpoints, 2, Map.of(), OPENING_LIMIT).close());
      assertThat(thrown)
          .as("opening where there is: %s", words)
          .isInstanceOf(BindingException.class);
      return String.valueOf(thrown.getMessage());
    }
  }

  private CheckedBinding open(Impostor server, int connections, Map<String, String> settings)
      throws Exception {
    return stage()
        .open(List.of(server.endpoint()), connections, settings, RunningSubject.CONNECT_LIMIT);
  }

  /** Resets come in the middle of requests and answers; nothing is lost and the load continues. */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void connectionsThatAreResetAreMadeAgain() throws Exception {
    String real = stage().endpoints().getFirst();
    try (Impostor firewall = Impostor.before(real, Impostor.Words.HANGING_UP);
        CheckedBinding opened = open(firewall, 2, Map.of())) {
      Key kept = Keys.next();
      opened.insert(kept, Values.of(100));
      for (int round = 0; round < 3; round++) {
        List<Answer> answers = CompletionsContract.flood(opened, 50);
        firewall.reset();
        CompletionsContract.assertEnded(answers);
      }
      Operation read = new Operation.Read(kept, ReadConsistency.DEFAULT);
      for (int client = 0; client < 2; client++) {
        assertThat(
                FailureContract.untilAnswered(opened, opened.binding().openSession(client), read))
            .isEqualTo(Outcome.OK);
      }
    }
  }

  /** Such a connection never fails; only a timeout leads to another one. */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void aHandshakeThatIsNeverAnsweredIsGivenUp() throws Exception {
    String real = stage().endpoints().getFirst();
    try (Impostor silent = Impostor.before(real, Impostor.Words.SILENCE);
        CheckedBinding opened = open(silent, 2, serverSubject().impatient())) {
      Key kept = Keys.next();
      opened.insert(kept, Values.of(100));
      // A read that needs no leader goes to its server whether there is one or not.
      Operation read =
          new Operation.Read(
              kept,
              opened.can(Capability.READ_STALE) ? ReadConsistency.STALE : ReadConsistency.DEFAULT);
      Session session = opened.binding().openSession(0);
      silent.lie();
      silent.reset();
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThat(opened.submit(session, read).status()).isInstanceOf(ErrorKind.class);
        session.recover(Duration.ofSeconds(1));
      }
      silent.passNewOnesOn();
      assertThat(FailureContract.untilAnswered(opened, session, read)).isEqualTo(Outcome.OK);
    }
  }

  /** It was the system while connecting, and is not any more. */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void garbageAfterValidResponsesIsAFailure() throws Exception {
    String real = stage().endpoints().getFirst();
    try (Impostor impostor = Impostor.before(real, Impostor.Words.WEB_PAGE);
        CheckedBinding opened = open(impostor, 1, serverSubject().impatient())) {
      Key key = Keys.next();
      opened.insert(key, Values.of(100));
      impostor.lie();
      for (Operation operation :
          List.of(
              new Operation.Read(key, ReadConsistency.DEFAULT),
              new Operation.Update(key, Values.of(99)),
              new Operation.Insert(Keys.next(), Values.of(99)))) {
        Answer answer = opened.submit(0, operation);
        assertThat(answer.status()).as(answer::toString).isInstanceOf(ErrorKind.class);
      }
      assertThat(opened.binding().servers())
          .extracting(ServerState::problem)
          .allMatch(problem -> problem.isPresent());
    }
  }

  /**
   * Libraries may silently retry unanswered requests, and report only the last attempt. So an
   * operation whose connection breaks, is reset or hangs must have been sent once, even after the
   * server is back.
   */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  default void anOperationIsSentOnce() throws Exception {
    for (Impostor.Words words : List.of(Impostor.Words.HANGING_UP, Impostor.Words.SILENCE)) {
      String real = stage().endpoints().getFirst();
      try (Impostor impostor = Impostor.before(real, words);
          CheckedBinding opened = open(impostor, 1, serverSubject().impatient())) {
        Session session = opened.binding().openSession(0);
        for (Function<Key, Operation> kind : KINDS) {
          Key answered = Keys.next();
          Key lost = Keys.next();
          opened.insert(answered, Values.of(100));
          int before = impostor.heard(answered.toString());
          FailureContract.untilAnswered(opened, session, kind.apply(answered));
          int once = impostor.heard(answered.toString()) - before;
          assertThat(once).isPositive();
          impostor.lieAbout(lost.toString());
          Answer answer = opened.submit(session, kind.apply(lost));
          assertThat(answer.status()).as(answer::toString).isInstanceOf(ErrorKind.class);
          impostor.repent();
          FailureContract.untilAnswered(opened, session, READ.apply(answered));
          assertThat(impostor.heard(lost.toString()))
              .as("requests of an operation, %s", words)
              .isEqualTo(once);
        }
      }
    }
  }
}
