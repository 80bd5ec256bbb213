package io.kvbench.core.plan;

/** How the arrivals of an open loop are spread over time. */
public enum ArrivalShape {
  CONSTANT,
  POISSON,
  RAMP,
  STEPS,
  STAGES,
  SINE,
  TRACE;

  /** Returns whether the rate that is meant is the same all the time. */
  public boolean isSteady() {
    return this == CONSTANT || this == POISSON;
  }

  /** Returns whether the schedule comes with a length of its own, by which a run may end. */
  boolean hasLength() {
    return this == STAGES || this == TRACE;
  }
}
