package io.kvbench.core.plan;

/** How the arrivals of an open loop are spread over time. */
public enum ArrivalShape {
  CONSTANT,
  POISSON,
  RAMP,
  STEPS
}
