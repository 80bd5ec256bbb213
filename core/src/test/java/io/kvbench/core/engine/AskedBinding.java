package io.kvbench.core.engine;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A store that records which client sent what, with scripted answers. */
final class AskedBinding implements Binding {

  /** The answer to a client's operation with this index, counted per client from 0. */
  interface Script {
    void play(int client, int index, Runnable answer, Completion completion) throws Exception;
  }

  private final List<List<Operation>> asked = new ArrayList<>();
  private final Script script;

  AskedBinding(int clients, Script script) {
    this.script = script;
    for (int client = 0; client < clients; client++) {
      asked.add(Collections.synchronizedList(new ArrayList<>()));
    }
  }

  /** Returns the operations of a client, in order. */
  List<String> by(int client) {
    return asked.get(client).stream().map(Asked::text).toList();
  }

  /** Returns the operations of all clients, client by client. */
  List<String> all() {
    List<String> all = new ArrayList<>();
    for (int client = 0; client < asked.size(); client++) {
      all.addAll(by(client));
    }
    return all;
  }

  @Override
  public Session openSession(int client) {
    return (operation, completion) -> {
      List<Operation> own = asked.get(client);
      own.add(operation);
      try {
        script.play(client, own.size() - 1, () -> answer(operation, completion), completion);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    };
  }

  private static void answer(Operation operation, Completion completion) {
    if (operation instanceof Operation.Read) {
      completion.found(ByteBuffer.allocate(0), 7);
    } else {
      completion.succeeded(Outcome.OK);
    }
  }

  @Override
  public List<ServerState> servers() {
    return List.of();
  }

  @Override
  public String clientLibrary() {
    return "remembering";
  }

  @Override
  public void close() {}
}
