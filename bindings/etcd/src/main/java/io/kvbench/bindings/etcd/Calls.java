package io.kvbench.bindings.etcd;

import com.google.protobuf.MessageLite;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Completion;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends the requests of one session. */
interface Calls {
  Requests requests();

  /** Returns the requests that release what closed sessions owned. */
  PendingReleases releases();

  /** Sends a request that is to be answered within the binding's timeout. */
  default void send(Rpc rpc, MessageLite request, KvCall.Meaning meaning, Completion completion) {
    send(rpc, request, meaning, completion, null);
  }

  /**
   * Sends a request that may take another time.
   *
   * @param limit null for the binding's timeout
   */
  void send(
      Rpc rpc,
      MessageLite request,
      KvCall.Meaning meaning,
      Completion completion,
      @Nullable Duration limit);

  /** Sends a request beside the client's operations, whose time limit is not its own. */
  void sendAside(Rpc rpc, MessageLite request, Completion completion);

  /** Does something again and again on the event loop, until it is told to stop. */
  Runnable every(Duration interval, Runnable action);
}
