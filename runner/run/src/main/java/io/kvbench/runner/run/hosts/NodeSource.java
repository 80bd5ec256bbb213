package io.kvbench.runner.run.hosts;

import io.kvbench.runner.cluster.ClusterNode;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A server sampled by its engine, such as a container: once a second, regardless of the requested
 * period.
 */
final class NodeSource implements HostSource {
  private final ClusterNode node;
  private Optional<Closeable> samples = Optional.empty();

  NodeSource(ClusterNode node) {
    this.node = node;
  }

  @Override
  public String host() {
    return node.name();
  }

  @Override
  public String kind() {
    return "docker";
  }

  @Override
  public Duration every() {
    return Duration.ofSeconds(1);
  }

  @Override
  public void begin(Reader reader) {
    samples = Optional.of(node.sample(reader::sample));
  }

  @Override
  public void end() {
    try {
      if (samples.isPresent()) {
        samples.get().close();
      }
    } catch (IOException e) {
      // The source has ended.
    }
  }
}
