package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.consul.options.CetcdSettings;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.ServerProcess;
import io.kvbench.testkit.contract.ServedContract;
import io.kvbench.testkit.contract.ServerSubject;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract tests on a server that behaves as cetcd's source specifies. */
class CetcdBySourceIT extends ServedContract {
  @Override
  protected ServerSubject subject() {
    return CetcdSubject.bySource();
  }

  @Test
  void aDeleteByOthersIsFoundOut(@TempDir Path directory) throws Exception {
    Key key = Key.of("k");
    Settings defaults = Settings.resolve(new Assignments(), CetcdSettings.all(), new Problems());
    try (ServerProcess server = CetcdSubject.startBySource(directory)) {
      BindingConfig config =
          new BindingConfig(server.endpoints(), 1, Duration.ofSeconds(60), defaults);
      try (Binding binding = new CetcdProvider().open(CetcdProvider.CETCD, config);
          Session session = binding.openSession(0)) {
        assertThat(submit(session, new Operation.Insert(key, Value.of(new byte[3]))).status())
            .isEqualTo(Outcome.OK);
        assertThat(binding.servers())
            .extracting(ServerState::keys)
            .allMatch(all -> all.getAsLong() == 1);

        assertThat(delete("http://" + server.endpoints().getFirst() + "/v1/kv/kvbench/k"))
            .isEqualTo(200);

        Operation read = new Operation.Read(key, ReadConsistency.DEFAULT);
        assertThat(submit(session, read).status()).isEqualTo(ErrorKind.CONNECTION_LOST);
        assertThat(binding.servers())
            .allMatch(state -> state.keys().isEmpty())
            .allMatch(state -> state.problem().orElseThrow().contains("not counted"));
      }
    }
  }

  private static Answer submit(Session session, Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    answer.status();
    return answer;
  }

  private static int delete(String url) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setRequestMethod("DELETE");
    return connection.getResponseCode();
  }
}
