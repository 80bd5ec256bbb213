package io.kvbench.reports.run;

import io.kvbench.core.measure.ClientTime;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/** A part of the client-time account, in the order and under the names of all reports. */
// The functions have no state.
@SuppressWarnings("ImmutableEnumChecker")
public enum ClientTimePart {
  OK("OK", ClientTime::okNanos),
  OTHER_ANSWERS("other outcomes", time -> sum(time.otherOutcomeNanos())),
  ERRORS("errors", time -> sum(time.errorNanos())),
  RECONNECTING("reconnecting", ClientTime::reconnectNanos),
  BACKING_OFF("back-off", time -> time.backOffNanos().orElse(0)),
  WAITING("waiting for next arrival", ClientTime::waitNanos),
  THINKING("think time", ClientTime::thinkNanos),
  HOLDING("held or paused", time -> time.holdNanos().orElse(0)),
  IDLE("idle", ClientTime::idleNanos),
  KVBENCH("kvbench overhead", ClientTime::harnessNanos);

  private final String title;
  private final ToLongFunction<ClientTime> nanos;

  ClientTimePart(String title, ToLongFunction<ClientTime> nanos) {
    this.title = title;
    this.nanos = nanos;
  }

  public String title() {
    return title;
  }

  public long nanos(ClientTime time) {
    return nanos.applyAsLong(time);
  }

  /** Returns its part of the whole account, from 0 to 1; empty where that has no time. */
  public OptionalDouble share(ClientTime time) {
    return time.totalNanos() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) nanos(time) / time.totalNanos());
  }

  private static long sum(Map<?, Long> parts) {
    return parts.values().stream().mapToLong(Long::longValue).sum();
  }
}
