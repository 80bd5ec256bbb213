package io.kvbench.testkit;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of local stores, on {@link SharedServers}. {@link ServerContract} has all other
 * parts for a system with servers; this class alone is for a second way through the same binding,
 * such as another transport.
 */
public abstract class ServedContract extends BindingContract
    implements ImpostorsContract, DoubtContract {
  @Override
  protected abstract ServerSubject subject();

  @Override
  public final ServerSubject serverSubject() {
    return subject();
  }

  @BeforeAll
  @Override
  void begin(@TempDir Path directory) throws Exception {
    open(SharedServers.single(subject()).endpoints());
  }
}
