package io.kvbench.runner.run.fault;

import io.kvbench.core.setting.Durations;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something to do to a server at a given time.
 *
 * @param target {@link #LEADER}, {@link #FOLLOWER}, {@link #KILLED}, {@link #PAUSED} or the name of
 *     a server
 * @param at when, from the start of the run phase
 * @param text as the user wrote it
 */
public record Fault(FaultAction action, String target, Duration at, String text) {
  static final String LEADER = "leader";
  static final String FOLLOWER = "follower";
  static final String KILLED = "killed";
  static final String PAUSED = "paused";

  private static final Pattern FORM =
      Pattern.compile("([a-z]+):([A-Za-z0-9][A-Za-z0-9._-]*)@(\\S+)");

  /** Reads a fault such as {@code kill:leader@10s}. */
  static Fault parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(text);
    }
    return new Fault(
        FaultAction.valueOf(form.group(1).toUpperCase(Locale.ROOT)),
        form.group(2),
        Durations.parse(form.group(3)),
        text);
  }

  /** Returns whether the target is a part in the cluster or a state, and not a name. */
  boolean isByRole() {
    return switch (target) {
      case LEADER, FOLLOWER, KILLED, PAUSED -> true;
      default -> false;
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
