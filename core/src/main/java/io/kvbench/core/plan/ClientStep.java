package io.kvbench.core.plan;

/**
 * The part of a run with changing numbers of clients, or the probe of a search, that a phase is.
 *
 * @param index counted from 1
 * @param of how many steps the run has; of a search, how many it has had so far
 */
public record ClientStep(int index, int of) {
  public ClientStep {
    if (index < 1 || index > of) {
      throw new IllegalArgumentException("step " + index + " of " + of);
    }
  }

  @Override
  public String toString() {
    return "step " + index + " of " + of;
  }
}
