package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.bindings.zookeeper.options.RecordPaths;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import org.jspecify.annotations.Nullable;

/** The paths of znodes for keys that are valid names, and whose requests the servers accept. */
public record CheckedPaths(ZooKeeperClientOptions options, RecordPaths paths) {
  /** More than a create request has besides path and data: its header, lengths, access list. */
  public static final int OVERHEAD_BYTES = 64;

  /** Returns the path of the key's znode, or completes the operation and returns null. */
  public @Nullable String of(Key key, int valueSize, Completion completion) {
    String path = paths.of(key.toString());
    if (path == null) {
      completion.failed(ErrorKind.INVALID, RecordPaths.NOT_A_NAME);
    } else if ((long) path.length() + valueSize + OVERHEAD_BYTES > options.maxRequestBytes()) {
      completion.failed(ErrorKind.TOO_LARGE, options.dialect().tooLarge());
    } else {
      return path;
    }
    return null;
  }
}
