package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A binding that delegates to another one and records the operations of each client, in order. */
final class RecordingBinding implements Binding {
  private final Binding binding;
  private final Map<Integer, List<String>> submitted = new TreeMap<>();

  RecordingBinding(Binding binding) {
    this.binding = binding;
  }

  /** Returns the operations of every client as text; to be called when the clients are done. */
  Map<Integer, List<String>> submitted() {
    return submitted;
  }

  @Override
  public Session openSession(int client) throws BindingException {
    Session session = binding.openSession(client);
    List<String> operations = submitted.computeIfAbsent(client, absent -> new ArrayList<>());
    return new Session() {
      @Override
      public void submit(Operation operation, Completion completion) {
        operations.add(inWords(operation));
        session.submit(operation, completion);
      }

      @Override
      public void recover(Duration limit) throws InterruptedException {
        session.recover(limit);
      }

      @Override
      public void close() {
        session.close();
      }
    };
  }

  private static String inWords(Operation operation) {
    HexFormat hex = HexFormat.of();
    return switch (operation) {
      case Operation.Insert(var key, var value) ->
          "insert " + key + " " + hex.formatHex(value.toByteArray());
      case Operation.Read(var key, var consistency) -> "read " + key + " " + consistency;
      case Operation.Update(var key, var value) ->
          "update " + key + " " + hex.formatHex(value.toByteArray());
      case Operation.Delete(var key) -> "delete " + key;
      case Operation.Scan(var start, var limit, var consistency) ->
          "scan " + start + " " + limit + " " + consistency;
      case Operation.CompareAndSet(var key, var version, var value) ->
          "compare and set " + key + " " + version + " " + hex.formatHex(value.toByteArray());
      case Operation.Transaction transaction ->
          "transaction " + transaction.writes().stream().map(RecordingBinding::inWords).toList();
      case Operation.ReadTransaction(var keys, var consistency) ->
          "read transaction " + keys + " " + consistency;
      case Operation.Range range -> range.toString();
      case Operation.SnapshotRead other -> other.toString();
      case Operation.ReplayWatch other -> other.toString();
      case Operation.OneShot other -> other.toString();
      case Operation.Coordination other -> other.toString();
      case Operation.WatchedUpdate(var key, var value) ->
          "watched update " + key + " " + value.hashCode();
      case Operation.Watch(var key, var value) ->
          "watch " + key + " " + hex.formatHex(value.toByteArray());
    };
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
    binding.close();
  }
}
