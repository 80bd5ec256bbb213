package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the engine's allocation per operation, without the making of the request and the
 * binding: garbage causes pauses, which affect every measured time.
 */
@Timeout(300)
class EngineAllocationTest extends PhaseTests {
  private static final double MOST_BYTES_PER_OPERATION = 32;

  /** Enough to make the megabytes of recorders and threads less than a byte per operation. */
  private static final long OPERATIONS = 4_000_000;

  /** Collecting an interval allocates too, per second and not per operation. */
  private static final EngineLimits NO_INTERVALS =
      new EngineLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofHours(1));

  private static final int ATTEMPTS = 5;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void anOperationCostsFewBytes(int clients) throws Exception {
    double best = Double.POSITIVE_INFINITY;
    for (int attempt = 0; attempt < ATTEMPTS && best > MOST_BYTES_PER_OPERATION; attempt++) {
      // Other allocations in this JVM can only add.
      best = Math.min(best, bytesPerOperation(clients));
    }
    assertThat(best).isBetween(0.0, MOST_BYTES_PER_OPERATION);
  }

  private double bytesPerOperation(int clients) throws Exception {
    long before = threads.getTotalThreadAllocatedBytes();
    var measured =
        run(
            closed(clients, OPERATIONS),
            new ScriptedBinding(ScriptedBinding.OK),
            READ,
            NO_INTERVALS);
    long allocated = threads.getTotalThreadAllocatedBytes() - before;
    assertThat(measured.recorded().okCount()).isEqualTo(OPERATIONS);
    return (double) allocated / OPERATIONS;
  }
}
