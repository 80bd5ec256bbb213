package io.kvbench.core.result;

import java.util.List;

/** Whether the figures of a run may be believed, and if not, why. */
public record Verdict(Validity validity, List<Reason> reasons) {

  public Verdict {
    reasons = List.copyOf(reasons);
  }

  /** How much the figures are worth. */
  public enum Validity {
    /** Every check passed. */
    VALID,
    /** Read the reasons before you quote a figure. */
    SUSPECT,
    /** The figures do not say what they seem to say. */
    INVALID
  }

  /**
   * One check that did not pass.
   *
   * @param check the check's name
   * @param observed what was seen
   * @param limit what would have passed
   */
  public record Reason(String check, String observed, String limit) {}
}
