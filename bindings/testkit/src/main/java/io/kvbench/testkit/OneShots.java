package io.kvbench.testkit;

import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import java.util.ArrayList;
import java.util.List;

/** One-shot reads of tests that have servers of their own. */
public final class OneShots {
  private OneShots() {}

  /** Performs one, with a session or without; returns how each of its operations ended. */
  public static List<String> perform(Session session, Key key, boolean newSession)
      throws InterruptedException {
    List<String> ends = new ArrayList<>();
    for (var operation : OneShotContract.oneShot(key, newSession)) {
      Answer answer = new Answer();
      session.submit(operation, answer);
      ends.add(answer.toStringWhenThere());
    }
    return ends;
  }
}
