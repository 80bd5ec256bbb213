package com.example.store;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BlockingSession;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Puts a map under load: inserts, reads and updates. */
record MapBinding(Map<String, byte[]> store) implements Binding {
  @Override
  public Session openSession(int client) {
    return new BlockingSession() {
      @Override
      protected void perform(Operation operation, Completion completion) {
        switch (operation) {
          case Operation.Insert(var key, var value) -> {
            byte[] before = store.putIfAbsent(key.toString(), value.toByteArray());
            completion.succeeded(before == null ? Outcome.OK : Outcome.ALREADY_EXISTS);
          }
          case Operation.Update(var key, var value) -> {
            byte[] before = store.replace(key.toString(), value.toByteArray());
            completion.succeeded(before == null ? Outcome.NOT_FOUND : Outcome.OK);
          }
          case Operation.Read read when store.get(read.key().toString()) instanceof byte[] value ->
              completion.found(ByteBuffer.wrap(value), 0);
          case Operation.Read absent -> completion.succeeded(Outcome.NOT_FOUND);
          default -> completion.failed(ErrorKind.INVALID, "the map store cannot do this");
        }
      }

      @Override
      protected ErrorKind errorKind(Exception exception) {
        return ErrorKind.OTHER;
      }
    };
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
  public void close() {}
}
