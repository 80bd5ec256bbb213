package io.kvbench.bindings.consul.operation;

import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.RangeContent;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The checks of operations before they are sent: what Consul's protocol lacks is rejected. */
public final class RequestChecks {
  public static final String NO_WATCH = "Consul's protocol has no watches";
  public static final String NO_HISTORY = "Consul keeps no earlier versions";

  private RequestChecks() {}

  /** Returns the common prefix of a range's keys, or completes the operation and returns null. */
  public static @Nullable Key beginning(Operation.Range range, Completion completion) {
    boolean whole =
        range.limit() == 0 && !range.descending() && range.content() != RangeContent.COUNT;
    if (whole && range.keys() instanceof KeyRange.All) {
      return Key.of("");
    }
    if (whole && range.keys() instanceof KeyRange.Prefix(Key prefix)) {
      return prefix;
    }
    completion.failed(
        ErrorKind.INVALID, "the server takes no start key, limit, order or count of a range");
    return null;
  }

  /** Returns the common prefix of a scan's keys, or completes the operation and returns null. */
  public static @Nullable Key beginning(
      Operation.Scan scan, OptionalInt length, Completion completion) {
    if (length.isEmpty()) {
      completion.failed(ErrorKind.INVALID, "no scan without consul.scan.prefixlength");
      return null;
    }
    byte[] bytes = scan.start().toByteArray();
    return Key.of(Arrays.copyOf(bytes, Math.min(bytes.length, length.getAsInt())));
  }

  /** For Consul, 0 means that the record must not exist, which is another operation. */
  public static boolean isVersion(long version, Completion completion) {
    boolean valid = version > 0;
    if (!valid) {
      completion.failed(ErrorKind.INVALID, "no record has a version below 1");
    }
    return valid;
  }

  /** Returns whether the servers accept a value, or completes the operation. */
  public static boolean fits(int bytes, ConsulClientOptions options, Completion completion) {
    return fits(bytes, options, options.dialect().valueTooLarge(), completion);
  }

  /** Returns whether the servers accept a transaction, or completes the operation. */
  public static boolean fits(
      byte[] transaction, ConsulClientOptions options, Completion completion) {
    return fits(transaction.length, options, options.dialect().transactionTooLarge(), completion);
  }

  private static boolean fits(
      int bytes, ConsulClientOptions options, String otherwise, Completion completion) {
    boolean fits = bytes <= options.maxBodyBytes();
    if (!fits) {
      completion.failed(ErrorKind.TOO_LARGE, otherwise);
    }
    return fits;
  }
}
