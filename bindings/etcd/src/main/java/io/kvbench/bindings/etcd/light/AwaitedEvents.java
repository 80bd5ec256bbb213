package io.kvbench.bindings.etcd.light;

import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Outcome;

/** A wait for events of one kind, with a watch. */
final class AwaitedEvents extends WatchingExchange {
  private final Event.EventType kind;
  private long missing;

  /**
   * @param watch from the revision of the first event or an earlier one on
   * @param count the number of events to wait for
   * @param startedNanos the time from which the limit counts
   */
  AwaitedEvents(
      EtcdConnection connection,
      WatchRequest watch,
      Event.EventType kind,
      int count,
      Completion completion,
      long startedNanos) {
    super(connection, watch, completion, startedNanos);
    this.kind = kind;
    missing = count;
  }

  @Override
  void told(WatchResponse response) {
    missing -= response.getEventsList().stream().filter(event -> event.getType() == kind).count();
    if (missing <= 0 && end()) {
      completion.succeeded(Outcome.OK);
      cancel();
    }
  }
}
