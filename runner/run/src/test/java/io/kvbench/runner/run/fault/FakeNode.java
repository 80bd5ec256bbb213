package io.kvbench.runner.run.fault;

import io.kvbench.runner.cluster.ClusterNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server with states set by a test, which records what is done to it. */
final class FakeNode implements ClusterNode {
  final List<String> done = new CopyOnWriteArrayList<>();
  volatile String role;
  private final String name;

  FakeNode(String name, String role) {
    this.name = name;
    this.role = role;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String endpoint() {
    return name + ":1";
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public Optional<Path> log() {
    return Optional.empty();
  }

  @Override
  public OptionalLong diskBytes() {
    return OptionalLong.empty();
  }

  @Override
  public String role() {
    return role;
  }

  @Override
  public void kill() {
    done.add("kill");
  }

  @Override
  public boolean canPause() {
    return true;
  }

  @Override
  public void pause() {
    done.add("pause");
  }

  @Override
  public void resume() {
    done.add("resume");
  }

  @Override
  public boolean canRestart() {
    return true;
  }

  @Override
  public void restart() {
    done.add("restart");
  }
}
