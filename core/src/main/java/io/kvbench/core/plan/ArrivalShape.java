package io.kvbench.core.plan;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;

/** How the arrivals of an open loop are spread over time. */
public enum ArrivalShape {
  CONSTANT,
  POISSON,
  RAMP,
  STEPS,
  STAGES,
  SINE,
  TRACE;

  /**
   * Returns how the rate of settings changes: {@link #POISSON} arrivals may have a constant rate,
   * or that of stages or of a trace.
   */
  public static ArrivalShape of(Settings settings) {
    ArrivalShape shape = settings.get(RunSettings.ARRIVALS);
    if (shape == POISSON && isMeant(settings, RunSettings.TARGET_STAGES)) {
      return STAGES;
    }
    return shape == POISSON && isMeant(settings, RunSettings.TARGET_TRACE) ? TRACE : shape;
  }

  /** Returns whether it was given at all, be it with a value that was refused. */
  static boolean isMeant(Settings settings, Setting<?> setting) {
    return settings.isGiven(setting) || settings.isRefused(setting);
  }

  /** Returns whether the rate that is meant is the same all the time. */
  public boolean isSteady() {
    return this == CONSTANT || this == POISSON;
  }

  /** Returns whether the schedule comes with a length of its own, by which a run may end. */
  boolean hasLength() {
    return this == STAGES || this == TRACE;
  }
}
