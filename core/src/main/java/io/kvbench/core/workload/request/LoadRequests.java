package io.kvbench.core.workload.request;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.value.ValueSource;
import io.kvbench.core.workload.value.WriteId;
import java.util.SplittableRandom;

/** One client's part of the load phase: inserts of every {@code clients}-th record. */
public final class LoadRequests implements RequestSource {
  private final KeyFormat format;
  private final ValueSource values;
  private final SplittableRandom random;
  private final int clients;
  private final InsertRetry retry;
  private long number;

  public LoadRequests(
      KeyFormat format,
      ValueSource values,
      SplittableRandom random,
      long first,
      int clients,
      InsertRetry retry) {
    this.format = format;
    this.values = values;
    this.random = random;
    this.number = first;
    this.clients = clients;
    this.retry = retry;
  }

  @Override
  public Request next() {
    Key key = new NumberedKey(format, number);
    number += clients;
    return retry.of(new Operation.Insert(key, values.next(key, WriteId.loaded(), random)));
  }

  /** Every record is inserted once, and not used otherwise. */
  @Override
  public boolean isIndependent() {
    return true;
  }
}
