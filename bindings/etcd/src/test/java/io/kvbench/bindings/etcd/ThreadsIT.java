package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.testkit.contract.SharedServers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests of the threads of a binding. No other one may be open in this JVM. */
@Isolated
@Timeout(180)
class ThreadsIT {
  /** Threads of this binding, Netty, gRPC and jetcd's dependencies. */
  private static final Pattern NAMES =
      Pattern.compile("etcd-|ventLoopGroup|grpc-|ELG|[Ff]ailsafe|vert\\.?x");

  @Test
  void leavesNoThreadBehind() throws Exception {
    List<String> endpoints = SharedServers.of("threads", new RealEtcd("etcd")::single).endpoints();
    Map<String, String> settings =
        Map.of(
            "etcd.compact.interval", "10ms",
            "etcd.compact.delta", "0",
            "etcd.checkhashkv", "true",
            "etcd.eventloops", "2");
    Binding binding = TestConfig.open(endpoints, 3, settings);
    assertThat(binding.servers().getFirst().version()).isPresent();
    binding.close();
    binding.close();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < until && !leftBehind().isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertThat(leftBehind()).isEmpty();
  }

  private static List<String> leftBehind() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> NAMES.matcher(name).find())
        .toList();
  }
}
