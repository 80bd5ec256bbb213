package io.kvbench.core.workload.request;

import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.RetriedInsert;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.time.Duration;

/**
 * The repetition of inserts in the load phase that ended in an error.
 *
 * @param limit how often an insert is sent again at most
 * @param interval the mean wait before that
 */
public record InsertRetry(int limit, Duration interval) {
  public static final InsertRetry NONE = new InsertRetry(0, Duration.ZERO);

  public static InsertRetry from(Settings settings) {
    return new InsertRetry(
        settings.get(WorkloadSettings.INSERTION_RETRY_LIMIT),
        settings.get(WorkloadSettings.INSERTION_RETRY_INTERVAL));
  }

  Request of(Operation.Insert insert) {
    return limit == 0 ? insert : new RetriedInsert(insert, limit, interval);
  }
}
