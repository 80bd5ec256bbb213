package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.kvbench.bindings.etcd.endpoint.EndpointSource;
import io.kvbench.bindings.etcd.light.EtcdConnection;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.etcd.status.Login;
import io.kvbench.bindings.etcd.wire.Links;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.testkit.Mutation;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fuzz tests with randomly damaged answers, from frames to messages: each operation ends once, with
 * an answer only if the server gave one, and no length in an answer allocates memory.
 */
class AnswerFuzzTest {
  private static final int CASES = Integer.getInteger("kvbench.fuzz.cases", 10_000);
  private static final long SEED = Long.getLong("kvbench.fuzz.seed", 17);
  private static final long MOST_BYTES = 32 << 20;

  @Test
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void endsEachOperationOnce() throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    EtcdClientOptions options =
        EtcdClientOptions.of(
            TestConfig.of(
                List.of("127.0.0.1:2379"),
                1,
                Duration.ofSeconds(3),
                Map.of("etcd.keepalive.time", "20s", "etcd.keepalive.timeout", "5s")));
    EventLoops loops = EventLoops.start("unused", 1);
    try {
      FuzzedCalls calls =
          new FuzzedCalls(
              new EtcdConnection(
                  new Links(options, loops),
                  EndpointSource.rotated(options.endpoints(), 0),
                  new Login(Optional.empty())));
      for (int index = 0; index < CASES; index++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
          new FuzzedLink(new Mutation(SEED + index), calls, options).run();
          assertThat(threads.getCurrentThreadAllocatedBytes() - before)
              .as("bytes allocated")
              .isLessThan(MOST_BYTES);
        } catch (Exception | Error e) {
          throw new AssertionError("seed " + (SEED + index), e);
        }
      }
    } finally {
      loops.end();
    }
  }
}
