package io.kvbench.core.workload;

import io.kvbench.core.operation.Composite;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.Value;
import io.kvbench.core.workload.request.RequestSource;
import java.util.List;
import java.util.stream.Stream;

/** The first requests of a source, by kind and key. */
record Requests(List<Request> list) {

  static Requests of(RequestSource source, int count) {
    return new Requests(Stream.generate(source::next).limit(count).toList());
  }

  List<OperationType> types() {
    return list.stream().map(Requests::type).toList();
  }

  List<String> keys() {
    return list.stream().map(Requests::keyOf).map(Key::toString).toList();
  }

  String key(int index) {
    return keyOf(list.get(index)).toString();
  }

  Value value(int index) {
    return switch (list.get(index)) {
      case Operation.Insert insert -> insert.value();
      case Operation.Update update -> update.value();
      case ReadModifyWrite both -> both.update().value();
      default -> throw new AssertionError("no value in " + list.get(index));
    };
  }

  static OperationType type(Request request) {
    return switch (request) {
      case Operation operation -> operation.type();
      case Composite both -> both.type();
    };
  }

  static Key keyOf(Request request) {
    return switch (request) {
      case Operation.Write write -> write.key();
      case Operation.Read read -> read.key();
      case Operation.Scan scan -> scan.start();
      case Operation.Transaction transaction -> transaction.writes().getFirst().key();
      case Operation.Watch watch -> watch.key();
      case Operation.WatchedUpdate update -> update.key();
      case Operation.ReadTransaction transaction -> transaction.keys().getFirst();
      case Operation.Range range -> range.keys().bounds().start().orElse(Key.of(""));
      case Operation.Lock lock -> lock.key();
      case Operation.SnapshotRead read -> read.key();
      case Operation.ReplayWatch watch -> watch.key();
      case Operation.OneShot other -> Key.of("");
      case Operation.Coordination other -> Key.of("");
      case Composite several -> keyOf(several.first());
    };
  }
}
