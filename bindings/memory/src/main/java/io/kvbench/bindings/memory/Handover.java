package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Session;
import java.util.List;
import java.util.stream.IntStream;

/**
 * From another thread, as soon as it gets to it: what an asynchronous client library does, without
 * the library. Client {@code n} belongs to thread {@code n} modulo their number.
 */
final class Handover implements Dispatch {
  private final Store store;
  private final List<HandoverQueue> queues;

  Handover(Store store, int threads) {
    this.store = store;
    queues =
        IntStream.range(0, threads)
            .mapToObj(index -> new HandoverQueue("memory-handover-" + index))
            .toList();
    queues.forEach(HandoverQueue::start);
  }

  @Override
  public Session openSession(int client) {
    return new HandoverSession(store, queues.get(client % queues.size()));
  }

  @Override
  public void close() {
    queues.forEach(HandoverQueue::close);
  }
}
