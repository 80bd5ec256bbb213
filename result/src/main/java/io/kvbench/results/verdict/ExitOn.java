package io.kvbench.results.verdict;

import io.kvbench.results.format.Verdict.Validity;

/** The verdicts that cause exit code 1. */
public enum ExitOn {
  INVALID,
  /** INVALID ones too. */
  SUSPECT,
  NEVER;

  /** Returns whether a run with this verdict has failed. */
  public boolean includes(Validity validity) {
    return switch (this) {
      case INVALID -> validity == Validity.INVALID;
      case SUSPECT -> validity != Validity.VALID;
      case NEVER -> false;
    };
  }
}
