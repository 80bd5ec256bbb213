package io.kvbench.core.workload.replay;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import java.util.Optional;

/**
 * A key of a recorded request, with the request's type and its answer.
 *
 * @param recorded the type under which the request was recorded
 * @param answer empty if the recording ended before it
 */
record RecordedKey(Key key, OperationType recorded, Optional<Status> answer) implements Key {
  @Override
  public byte[] toByteArray() {
    return key.toByteArray();
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
