package io.kvbench.bindings.dengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.RunningServers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of records that expire, on a real server. */
@Timeout(120)
class TimeToLiveIT {
  private static final Value VALUE = Value.of(new byte[] {1});
  private static final Key STAYING = Key.of("staying");
  private static final Key RENEWED = Key.of("renewed");
  private static final Key COMPARED = Key.of("compared");

  private static Answer submit(Session session, Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    answer.status();
    return answer;
  }

  private static Answer read(Session session, Key key) throws Exception {
    return submit(session, new Operation.Read(key, ReadConsistency.LINEARIZABLE));
  }

  private static void write(Session session, Operation operation) throws Exception {
    assertThat(submit(session, operation).status()).isEqualTo(Outcome.OK);
  }

  /** An update renews the time to live, a compare-and-set does not. */
  @Test
  void recordsGoAwayAfterTheirTime(@TempDir Path directory) throws Exception {
    try (RunningServers server = RealDEngine.single(directory);
        Binding usual = TestConfig.open(server.endpoints(), Map.of());
        Binding passing = TestConfig.open(server.endpoints(), Map.of("dengine.ttl", "3s"));
        Session stays = usual.openSession(0);
        Session passes = passing.openSession(0)) {
      write(stays, new Operation.Insert(STAYING, VALUE));
      write(passes, new Operation.Insert(RENEWED, VALUE));
      write(passes, new Operation.Insert(COMPARED, VALUE));
      long version = read(passes, COMPARED).version();
      write(passes, new Operation.CompareAndSet(COMPARED, version, VALUE));
      assertThat(usual.servers()).allMatch(state -> state.keys().orElseThrow() == 3);

      while (read(passes, COMPARED).status() != Outcome.NOT_FOUND) {
        assertThat(read(passes, RENEWED).status()).isEqualTo(Outcome.OK);
        write(passes, new Operation.Update(RENEWED, VALUE));
        Thread.sleep(50);
      }

      assertThat(read(passes, RENEWED).status()).isEqualTo(Outcome.OK);
      assertThat(read(stays, STAYING).status()).isEqualTo(Outcome.OK);
      assertThat(usual.recordsExpire()).isFalse();
      assertThat(passing.recordsExpire()).isTrue();
      assertThat(passing.servers())
          .allMatch(state -> state.keys().isEmpty())
          .allMatch(state -> state.details().get(ServerState.NOT_COUNTED).contains("dengine.ttl"));
    }
  }
}
