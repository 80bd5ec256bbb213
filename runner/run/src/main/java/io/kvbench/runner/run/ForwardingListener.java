package io.kvbench.runner.run;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.host.HostSample;
import java.nio.file.Path;

/** A listener that forwards every call that an implementation does not override. */
public interface ForwardingListener extends RunListener {

  /** Returns the listener that receives the calls. */
  RunListener listener();

  @Override
  default void directoryCreated(Path directory) {
    listener().directoryCreated(directory);
  }

  @Override
  default void stage(String what) {
    listener().stage(what);
  }

  @Override
  default void note(String note) {
    listener().note(note);
  }

  @Override
  default void phaseStarted(PhasePlan phase) {
    listener().phaseStarted(phase);
  }

  @Override
  default void phaseBegan(PhasePlan phase) {
    listener().phaseBegan(phase);
  }

  @Override
  default void waiting(String what, long done, long all, long nanos) {
    listener().waiting(what, done, all, nanos);
  }

  @Override
  default void interval(PhasePlan phase, Interval interval) {
    listener().interval(phase, interval);
  }

  @Override
  default void phaseEnded(PhasePlan phase) {
    listener().phaseEnded(phase);
  }

  @Override
  default void recordsRead(PhasePlan reads, Interval interval) {
    listener().recordsRead(reads, interval);
  }

  @Override
  default void sampled(String host, HostSample sample) {
    listener().sampled(host, sample);
  }
}
