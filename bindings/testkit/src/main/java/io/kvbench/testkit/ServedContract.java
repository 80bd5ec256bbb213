package io.kvbench.testkit;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of local stores, on real servers that are started once. {@link ServerContract} has
 * everything else that a system with servers has to do; this alone is for a second way through the
 * same binding, such as another transport.
 */
public abstract class ServedContract extends BindingContract implements ImpostorsContract {
  private @Nullable RunningServers servers;

  @Override
  protected abstract ServerSubject subject();

  @Override
  public final ServerSubject serverSubject() {
    return subject();
  }

  @BeforeAll
  @Override
  void begin(@TempDir Path directory) throws Exception {
    RunningServers started = subject().server().start(directory);
    servers = started;
    open(started.endpoints());
  }

  @AfterAll
  @Override
  void end() {
    super.end();
    if (servers != null) {
      servers.close();
    }
  }
}
