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

/** A store that remembers which client asked for what, and answers as a test says. */
final class AskedBinding implements Binding {

  /** How one client's operation with this index, counted for each client from 0, is answered. */
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

  /** Returns what a client asked for, in its order. */
  List<String> by(int client) {
    return asked.get(client).stream().map(Asked::text).toList();
  }

  /** Returns what all clients asked for, the first one's first. */
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
