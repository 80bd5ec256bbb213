package com.example.store;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** A binding for a map; for a library that blocks and throws extend BlockingSession. */
record MapBinding(Map<String, byte[]> store, AtomicBoolean closed) implements Binding {
  @Override
  public Session openSession(int client) {
    return this::submit;
  }

  private void submit(Operation operation, Completion completion) {
    switch (operation) {
      case Operation any when closed.get() ->
          completion.failed(ErrorKind.CONNECTION_LOST, "the map store is closed");
      case Operation.Insert(var key, var value) -> {
        byte[] before = store.putIfAbsent(key.toString(), value.toByteArray());
        completion.succeeded(before == null ? Outcome.OK : Outcome.ALREADY_EXISTS);
      }
      case Operation.Update(var key, var value) -> {
        byte[] before = store.replace(key.toString(), value.toByteArray());
        completion.succeeded(before == null ? Outcome.NOT_FOUND : Outcome.OK);
      }
      case Operation.Read(var key, var fresh) when fresh == ReadConsistency.DEFAULT -> {
        byte[] value = store.get(key.toString());
        if (value == null) completion.succeeded(Outcome.NOT_FOUND);
        else completion.found(ByteBuffer.wrap(value), 0);
      }
      default -> completion.failed(ErrorKind.INVALID, "the map store cannot do this");
    }
  }

  @Override
  public List<ServerState> servers() {
    return List.of(ServerState.of("map", OptionalLong.of(store.size())));
  }

  @Override
  public String clientLibrary() {
    return "com.example:store:1.0";
  }

  @Override
  public void close() {
    closed.set(true);
  }
}
