package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of compare-and-set and transactions on a real server. */
@Timeout(120)
class VersionsIT {
  private static final AtomicInteger ROOTS = new AtomicInteger();
  private static final Key A = Key.of("a");
  private static final Key B = Key.of("b");
  private static final Key C = Key.of("c");

  @TempDir private static Path directory;
  private static TestServer server;

  private Binding binding;
  private Session session;

  @BeforeAll
  static void start() throws Exception {
    server = new TestServer(directory, false);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() throws Exception {
    Map<String, String> settings =
        Map.of(
            "zookeeper.root",
            "/versions" + ROOTS.incrementAndGet(),
            "zookeeper.jute.maxbuffer",
            "5000");
    binding = TestConfig.open(server.endpoints(), 1, settings);
    session = binding.openSession(0);
  }

  @AfterEach
  void close() {
    session.close();
    binding.close();
  }

  private Answer submit(Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    answer.status();
    assertThat(answer.calls()).isEqualTo(1);
    return answer;
  }

  private Answer read(Key key) throws Exception {
    return submit(new Operation.Read(key, ReadConsistency.DEFAULT));
  }

  private static Value value(String text) {
    return Value.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Operation together(Operation.Write... writes) {
    return new Operation.Transaction(Arrays.asList(writes));
  }

  private void insert(Key... keys) throws Exception {
    for (Key key : keys) {
      assertThat(submit(new Operation.Insert(key, value("old"))).status()).isEqualTo(Outcome.OK);
    }
  }

  @ParameterizedTest
  @EnumSource(ReadConsistency.class)
  void aCompareAndSetReplacesOnlyWhatWasRead(ReadConsistency consistency) throws Exception {
    assertThat(submit(new Operation.CompareAndSet(A, 0, value("x"))).status())
        .isEqualTo(Outcome.NOT_FOUND);
    insert(A);
    submit(new Operation.Update(A, value("mine")));
    long version = submit(new Operation.Read(A, consistency)).version();

    assertThat(submit(new Operation.CompareAndSet(A, version, value("first"))).status())
        .isEqualTo(Outcome.OK);
    assertThat(submit(new Operation.CompareAndSet(A, version, value("second"))).status())
        .isEqualTo(Outcome.CONFLICT);
    assertThat(read(A).value()).asString().isEqualTo("first");
    assertThat(read(A).version()).isNotEqualTo(version);
  }

  @Test
  void aTransactionDoesAllOfIt() throws Exception {
    insert(A, B);

    assertThat(
            submit(
                    together(
                        new Operation.Update(A, value("new")),
                        new Operation.Insert(C, value("made")),
                        new Operation.Delete(B)))
                .status())
        .isEqualTo(Outcome.OK);

    assertThat(read(A).value()).asString().isEqualTo("new");
    assertThat(read(B).status()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(read(C).value()).asString().isEqualTo("made");
    assertThat(
            submit(together(new Operation.CompareAndSet(A, read(A).version(), value("newer"))))
                .status())
        .isEqualTo(Outcome.OK);
    assertThat(read(A).value()).asString().isEqualTo("newer");
  }

  private void assertNothingCameOf(Operation.Write obstacle, Outcome answer) throws Exception {
    // One before and one after it, since the server reports the others as rolled back.
    Operation.Write fine = new Operation.Update(A, value("new"));
    assertThat(submit(together(fine, obstacle)).status()).isEqualTo(answer);
    assertThat(submit(together(obstacle, fine)).status()).isEqualTo(answer);
    assertThat(read(A).value()).asString().isEqualTo("old");
    assertThat(read(A).version()).isZero();
    assertThat(read(B).value()).asString().isEqualTo("old");
    assertThat(read(C).status()).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void orNothingAndSaysWhatKeptItFromThat() throws Exception {
    insert(A, B);

    assertNothingCameOf(new Operation.Insert(B, value("new")), Outcome.ALREADY_EXISTS);
    assertNothingCameOf(new Operation.Update(C, value("new")), Outcome.NOT_FOUND);
    assertNothingCameOf(new Operation.Delete(C), Outcome.NOT_FOUND);
    assertNothingCameOf(new Operation.CompareAndSet(C, 0, value("new")), Outcome.NOT_FOUND);
    assertNothingCameOf(new Operation.CompareAndSet(B, 5, value("new")), Outcome.CONFLICT);
  }

  @Test
  void whatIsTooLargeTogetherIsNotSent() throws Exception {
    insert(A, B, C);
    Value large = Value.of(new byte[1_500]);
    Operation.Write[] three = {
      new Operation.Update(A, large), new Operation.Update(B, large), new Operation.Update(C, large)
    };

    assertThat(submit(together(three)).status()).isEqualTo(Outcome.OK);

    Value larger = Value.of(new byte[1_700]);
    Answer answer =
        submit(
            together(
                new Operation.Update(A, larger),
                new Operation.Update(B, larger),
                new Operation.Update(C, larger)));
    assertThat(answer.status()).isEqualTo(ErrorKind.TOO_LARGE);
    assertThat(answer.message()).contains("zookeeper.jute.maxbuffer");
    assertThat(read(A).value()).hasSize(1_500);
    assertThat(submit(together(new Operation.Delete(A))).status())
        .as("the connection still works")
        .isEqualTo(Outcome.OK);
  }

  @Test
  void manySmallPartsAreTooLargeToo() throws Exception {
    Operation.Write part = new Operation.Update(Key.of("k".repeat(30)), value(""));

    assertThat(submit(new Operation.Transaction(Collections.nCopies(60, part))).status())
        .isEqualTo(ErrorKind.TOO_LARGE);
  }

  @Test
  void aKeyThatCannotBeRefusesTheWholeTransaction() throws Exception {
    insert(A);

    Answer answer =
        submit(
            together(
                new Operation.Update(A, value("new")),
                new Operation.Insert(Key.of("x/y"), value("new"))));

    assertThat(answer.status()).isEqualTo(ErrorKind.INVALID);
    assertThat(read(A).value()).asString().isEqualTo("old");
  }
}
