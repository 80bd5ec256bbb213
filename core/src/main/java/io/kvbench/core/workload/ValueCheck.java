package io.kvbench.core.workload;

import io.kvbench.core.operation.Key;
import java.nio.ByteBuffer;

/**
 * Tells whether a read was answered with what the workload had written ({@code
 * dataintegrity=true}). Stateless; may be called from any thread.
 */
@FunctionalInterface
public interface ValueCheck {

  /**
   * Returns whether the bytes from position to limit are the value of the key. The buffer's
   * position and limit stay as they are.
   */
  boolean matches(Key key, ByteBuffer value);
}
