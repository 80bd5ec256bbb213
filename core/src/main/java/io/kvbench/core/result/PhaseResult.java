package io.kvbench.core.result;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhaseName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What one phase measured.
 *
 * @param wallNanos from the start of the first client to the end of the last
 * @param requests completed arrivals; differs from the sum over operations where a request has
 *     several
 * @param offeredPerSecond the rate of arrivals asked for; empty in a closed loop
 * @param throughputPerSecond operations answered OK, divided by the wall time
 * @param maxThroughputPerSecond the best of the full one-second intervals
 * @param minThroughputPerSecond the worst of the full one-second intervals
 * @param meanConcurrency operations under way at once, on average: the time in operations divided
 *     by the wall time
 * @param operations by type; composites are listed too, but their parts are counted under their own
 *     types
 * @param lag how late operations were sent: sent less intended start
 * @param errorMessages the messages behind the errors, most frequent first
 */
public record PhaseResult(
    PhaseName name,
    Instant startedAt,
    long wallNanos,
    int clients,
    int connections,
    String loadModel,
    long requests,
    OptionalDouble offeredPerSecond,
    double throughputPerSecond,
    double maxThroughputPerSecond,
    double minThroughputPerSecond,
    double meanConcurrency,
    Map<OperationType, OperationResult> operations,
    TimeResult lag,
    List<ErrorMessage> errorMessages,
    ClientTime clientTime) {

  public PhaseResult {
    operations = Map.copyOf(operations);
    errorMessages = List.copyOf(errorMessages);
  }

  /** A message of the server or the client library and how often it was seen. */
  public record ErrorMessage(OperationType operation, ErrorKind kind, String message, long count) {}
}
