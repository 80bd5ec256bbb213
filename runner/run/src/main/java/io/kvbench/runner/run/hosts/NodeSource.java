package io.kvbench.runner.run.hosts;

import io.kvbench.results.host.HostSample;
import io.kvbench.runner.cluster.ClusterNode;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A server sampled by its engine, such as a container: once a second, regardless of the requested
 * period.
 */
final class NodeSource implements HostSource {
  private final ClusterNode node;
  private final UnaryOperator<HostSample> completed;
  private Optional<Closeable> samples = Optional.empty();

  /**
   * @param completed adds what the engine does not report
   */
  NodeSource(ClusterNode node, UnaryOperator<HostSample> completed) {
    this.node = node;
    this.completed = completed;
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
    samples = Optional.of(node.sample(sample -> reader.sample(completed.apply(sample))));
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
