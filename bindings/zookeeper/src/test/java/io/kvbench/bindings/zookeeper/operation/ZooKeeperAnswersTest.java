package io.kvbench.bindings.zookeeper.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.bindings.zookeeper.TestConfig;
import io.kvbench.bindings.zookeeper.library.ZooKeeperLibrarySession;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Outcome;
import io.kvbench.testkit.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of answers that the client library passes on although it could not parse them. */
class ZooKeeperAnswersTest {
  private static final int OK = Code.OK.intValue();

  private static final List<Key> KEYS = List.of(Key.of("a"), Key.of("b"));

  private ZooKeeperConnection<ZooKeeperLibrarySession> connection;
  private ZooKeeperAnswers answers;

  @BeforeEach
  void open() throws Exception {
    connection = new ZooKeeperConnection<>(begun -> new ZooKeeperLibrarySession(begun, options()));
    answers = connection.handle().answers();
  }

  private static ZooKeeperClientOptions options() {
    try {
      return ZooKeeperClientOptions.of(
          TestConfig.of(List.of("127.0.0.1:1"), 1, Duration.ofSeconds(1), Map.of()));
    } catch (BindingException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void end() throws Exception {
    connection.close();
  }

  private static void assertUnreadable(Answer answer) throws InterruptedException {
    assertThat(answer.status()).isEqualTo(ErrorKind.OTHER);
    assertThat(answer.message()).isEqualTo("the server's answer cannot be read");
  }

  @Test
  void aReadWithoutDataAndStateIsNone() throws Exception {
    Answer answer = new Answer();
    answers.processResult(OK, "/x", answer, (byte[]) null, null);
    assertUnreadable(answer);

    Answer empty = new Answer();
    answers.processResult(OK, "/x", empty, (byte[]) null, new Stat());
    assertThat(empty.status()).isEqualTo(Outcome.OK);
  }

  @Test
  void aZnodeThatWasCreatedHasAName() throws Exception {
    Answer answer = new Answer();
    answers.processResult(OK, "/x", answer, (String) null);
    assertUnreadable(answer);
  }

  @Test
  void aTransactionWithoutAllItsResultsIsNotCarriedOut() throws Exception {
    Answer answer = new Answer();
    List<OpResult> first = List.of(new OpResult.ErrorResult(OK));
    answers.processResult(OK, "", new ZooKeeperAnswers.TransactionCall(answer, 2), first);
    assertUnreadable(answer);

    Answer whole = new Answer();
    List<OpResult> both =
        List.of(new OpResult.SetDataResult(new Stat()), new OpResult.DeleteResult());
    answers.processResult(OK, "", new ZooKeeperAnswers.TransactionCall(whole, 2), both);
    assertThat(whole.status()).isEqualTo(Outcome.OK);
  }

  @Test
  void aListThatEndsBeforeTheStateBehindItIsNone() throws Exception {
    Answer answer = new Answer();
    answers.processResult(OK, "/x", new SyncedRead(answer), List.of("a"), null);
    assertUnreadable(answer);

    Answer whole = new Answer();
    answers.processResult(OK, "/x", new SyncedRead(whole), List.of("a", "b"), new Stat());
    assertThat(whole.records()).hasValue(2);
  }

  @Test
  void aReadTransactionCountsWhatItFinds() throws Exception {
    OpResult found = new OpResult.GetDataResult(new byte[1], new Stat());
    OpResult missing = new OpResult.ErrorResult(Code.NONODE.intValue());
    OpResult closed = new OpResult.ErrorResult(Code.NOAUTH.intValue());
    assertThat(together(OK, List.of(found, found)).records()).hasValue(2);
    assertThat(together(Code.NONODE.intValue(), List.of(missing, found)).records()).hasValue(1);
    assertThat(together(Code.NONODE.intValue(), List.of(missing, closed)).status())
        .isEqualTo(ErrorKind.UNAUTHORIZED);
    assertThat(together(Code.NOAUTH.intValue(), List.of(closed, found)).status())
        .isEqualTo(ErrorKind.UNAUTHORIZED);
    assertUnreadable(together(OK, List.of(found)));
    assertUnreadable(together(OK, null));
  }

  private Answer together(int code, List<OpResult> results) {
    Answer answer = new Answer();
    answers.processResult(
        code, "", new ZooKeeperAnswers.TransactionRead(new SyncedRead(answer), KEYS), results);
    return answer;
  }

  private static Stat stat(int version, long zxid) {
    Stat stat = new Stat();
    stat.setVersion(version);
    stat.setMzxid(zxid);
    return stat;
  }

  @Test
  void theOrderIsThatOfTransactionsAndNotOfTheZnodesVersions() throws Exception {
    Answer read = new Answer();
    answers.processResult(OK, "/x", read, new byte[1], stat(3, 70));
    assertThat(read.version()).isEqualTo(3);
    assertThat(read.order()).isEqualTo(70);

    Answer set = new Answer();
    answers.processResult(OK, "/x", set, stat(4, 71));
    assertThat(set.order()).isEqualTo(71);

    Answer transaction = new Answer();
    answers.processResult(
        OK,
        "",
        new ZooKeeperAnswers.TransactionCall(transaction, 2),
        List.of(new OpResult.DeleteResult(), new OpResult.SetDataResult(stat(1, 72))));
    assertThat(transaction.order()).isEqualTo(72);
  }

  @Test
  void anAnswerWithoutAStateHasTheTransactionOfItsHeaderIfThatIsKnown() throws Exception {
    Answer created = new Answer();
    answers.processResult(OK, "/x", created, "/x");
    assertThat(created.assertOk().order()).isZero();

    answers.answeredAt(80);
    Answer deleted = new Answer();
    answers.processResult(OK, "/x", deleted);
    assertThat(deleted.assertOk().order()).isEqualTo(80);
    Answer missing = new Answer();
    answers.processResult(Code.NONODE.intValue(), "/x", missing);
    assertThat(missing.status()).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  void aWatchThatFailsAfterTheWriteLeavesDoubt() throws Exception {
    Answer answer = new Answer();
    UpdateWithWatch update = new UpdateWithWatch(connection.handle(), options(), answer);
    update.watching(Code.NOAUTH.intValue(), null);
    update.written(OK, stat(1, 5));
    assertThat(answer.status()).isEqualTo(ErrorKind.OTHER);
    assertThat(answer.message()).startsWith("NOAUTH");

    Answer refused = new Answer();
    update = new UpdateWithWatch(connection.handle(), options(), refused);
    update.watching(OK, null);
    update.written(Code.NOAUTH.intValue(), null);
    assertThat(refused.status()).isEqualTo(ErrorKind.UNAUTHORIZED);
  }

  @Test
  void aCodeThatTheLibraryDoesNotKnowIsAFailureToo() {
    for (int code : new int[] {-12_345, Code.UNKNOWNSESSION.intValue()}) {
      assertThatThrownBy(() -> ZooKeeperAdminRequests.check(code, "/x"))
          .isInstanceOf(KeeperException.class);
    }
  }
}
