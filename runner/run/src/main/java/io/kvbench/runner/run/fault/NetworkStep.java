package io.kvbench.runner.run.fault;

import io.kvbench.core.setting.Durations;
import io.kvbench.results.format.EventResult;
import io.kvbench.runner.run.network.NetworkChange;
import java.time.Duration;

/**
 * A network condition that changes at a given time, and stays until the next change.
 *
 * @param time as the user wrote it
 */
public record NetworkStep(NetworkChange change, String time) implements Step {

  @Override
  public Duration at() {
    return Durations.parse(time);
  }

  @Override
  public String kind() {
    return EventResult.NETWORK;
  }

  @Override
  public String target() {
    return change.text();
  }

  @Override
  public String toString() {
    return change + "@" + time;
  }
}
