package io.kvbench.results.format;

import java.util.List;
import java.util.Optional;

/**
 * The verdict on a run: whether its figures can be trusted, and if not, why.
 *
 * @param notes remarks that help to understand the figures and are no reason to doubt them; empty
 *     where there is nothing
 */
public record Verdict(Validity validity, List<Reason> reasons, Optional<List<Reason>> notes) {

  /** The check that the run reached its planned end. */
  public static final String STATUS = "status";

  /** The check that the clients were busy with operations answered OK. */
  public static final String CLIENT_TIME = "client time";

  /** The check that the store has what it acknowledged. */
  public static final String STORE = "store";

  /** The check that the servers are on separate machines. */
  public static final String CLUSTER = "cluster";

  /** The check that no fault was injected. */
  public static final String FAULT = "fault";

  public Verdict {
    reasons = List.copyOf(reasons);
    notes = notes.map(List::copyOf);
  }

  /**
   * Returns whether a failed check is a deliberate choice of the user: it must not hide another.
   */
  public static boolean isUsual(String check) {
    return check.equals(CLUSTER) || check.equals(FAULT);
  }

  public enum Validity {
    /** Every check passed. */
    VALID,
    /** Read the reasons before you quote a figure. */
    SUSPECT,
    /** The figures are misleading. */
    INVALID
  }

  /**
   * A check that failed, or that has a note.
   *
   * @param limit what would have passed, or needed no note
   */
  public record Reason(String check, String observed, String limit) {}
}
