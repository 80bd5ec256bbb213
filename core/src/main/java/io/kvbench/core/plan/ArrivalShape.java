package io.kvbench.core.plan;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;

/** The shape of an open loop's arrivals over time. */
public enum ArrivalShape {
  CONSTANT,
  POISSON,
  RAMP,
  STEPS,
  STAGES,
  SINE,
  TRACE;

  /**
   * Returns the shape that settings select: {@link #POISSON} arrivals may have a constant rate, or
   * that of stages or of a trace.
   */
  public static ArrivalShape of(Settings settings) {
    ArrivalShape shape = settings.get(RunSettings.ARRIVALS);
    if (shape == POISSON && isMeant(settings, RunSettings.TARGET_STAGES)) {
      return STAGES;
    }
    return shape == POISSON && isMeant(settings, RunSettings.TARGET_TRACE) ? TRACE : shape;
  }

  /** Returns whether it was given, even with a value that was rejected. */
  static boolean isMeant(Settings settings, Setting<?> setting) {
    return settings.isGiven(setting) || settings.isRefused(setting);
  }

  /** Returns whether the target rate is constant. */
  public boolean isSteady() {
    return this == CONSTANT || this == POISSON;
  }

  /** Returns whether the schedule has a length of its own, at which a run may end. */
  boolean hasLength() {
    return this == STAGES || this == TRACE;
  }
}
