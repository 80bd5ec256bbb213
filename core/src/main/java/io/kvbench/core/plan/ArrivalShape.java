package io.kvbench.core.plan;

/** The shape of an open loop's arrivals over time. */
public enum ArrivalShape {
  CONSTANT,
  POISSON,
  RAMP,
  STEPS,
  STAGES,
  SINE,
  TRACE;

  /** Returns whether the target rate is constant. */
  public boolean isSteady() {
    return this == CONSTANT || this == POISSON;
  }

  /** Returns whether the schedule has a length of its own, at which a run may end. */
  boolean hasLength() {
    return this == STAGES || this == TRACE;
  }
}
