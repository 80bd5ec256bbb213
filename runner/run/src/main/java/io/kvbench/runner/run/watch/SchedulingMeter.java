package io.kvbench.runner.run.watch;

import io.kvbench.core.result.SchedulingResult;
import io.kvbench.runner.run.watch.RunDelayMeter.Waits;
import io.kvbench.runner.run.watch.ThrottleMeter.Throttled;
import java.util.Optional;
import java.util.OptionalLong;

/** Processor time that this process's threads got and waited for, since this was made. */
final class SchedulingMeter {
  private final ThrottleMeter throttle =
      new ThrottleMeter(ThrottleMeter.LINUX_GROUPS, ThrottleMeter.LINUX_ROOT);
  private final RunDelayMeter runDelay = new RunDelayMeter(RunDelayMeter.LINUX);
  private final BusyThreadMeter busy = BusyThreadMeter.ofThisJvm();

  SchedulingResult result() {
    Optional<Throttled> throttled = throttle.throttled();
    Optional<Waits> waits = runDelay.waits();
    return new SchedulingResult(
        busy.busiest(),
        waits.map(each -> OptionalLong.of(each.nanos())).orElse(OptionalLong.empty()),
        waits.map(each -> OptionalLong.of(each.turns())).orElse(OptionalLong.empty()),
        throttled.map(each -> OptionalLong.of(each.periods())).orElse(OptionalLong.empty()),
        throttled.map(each -> OptionalLong.of(each.nanos())).orElse(OptionalLong.empty()));
  }
}
