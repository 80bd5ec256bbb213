package io.kvbench.runner.run.network;

/** The direction in which a cut stops bytes. */
public enum CutDirection {
  BOTH,
  /** Those of clients. */
  TO,
  /** Those of the server. */
  FROM;

  boolean isToServer() {
    return this != FROM;
  }

  boolean isFromServer() {
    return this != TO;
  }
}
