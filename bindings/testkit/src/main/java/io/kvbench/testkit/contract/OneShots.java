package io.kvbench.testkit.contract;

import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.testkit.Answer;
import java.util.ArrayList;
import java.util.List;

/** One-shot reads for tests with their own servers. */
public final class OneShots {
  private OneShots() {}

  /** Performs one, with a session or without; returns the ends of its operations. */
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
