package io.kvbench.runner.embed;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import java.util.List;

/** A binding that records when it is closed. */
record RecordedBinding(Binding binding, Runnable closing) implements Binding {
  @Override
  public Session openSession(int client) throws BindingException {
    return binding.openSession(client);
  }

  @Override
  public List<ServerState> servers() throws InterruptedException {
    return binding.servers();
  }

  @Override
  public String clientLibrary() {
    return binding.clientLibrary();
  }

  @Override
  public void close() {
    closing.run();
    binding.close();
  }
}
