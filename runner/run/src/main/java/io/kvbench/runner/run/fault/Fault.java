package io.kvbench.runner.run.fault;

import io.kvbench.core.setting.Durations;
import io.kvbench.core.setting.UnreadableException;
import io.kvbench.runner.run.network.CutDirection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A planned fault of a server.
 *
 * @param target {@link #LEADER}, {@link #FOLLOWER}, {@link #ALL}, {@link #RANDOM}, a {@link
 *     FaultAction#state}, {@code nodeN} or the name of a server
 * @param at when, from the start of the run phase
 * @param every the time between repetitions
 * @param lasting after which time it is undone
 * @param direction of a cut
 * @param text as in {@code kill:leader@10s}
 */
public record Fault(
    FaultAction action,
    String target,
    Duration at,
    Optional<Duration> every,
    Optional<Duration> lasting,
    CutDirection direction,
    String text)
    implements Step {
  static final String LEADER = "leader";
  static final String FOLLOWER = "follower";
  static final String ALL = "all";
  static final String RANDOM = "random";

  private static final String TARGET = "[A-Za-z0-9][A-Za-z0-9._-]*";
  private static final Pattern FORM =
      Pattern.compile("([a-z]+):(" + TARGET + ")@([^\\s/]+)((?:/[a-z]+=[^\\s/]+)*)");
  private static final Pattern NODE = Pattern.compile("node([1-9]\\d{0,3})");

  /** Reads a fault such as {@code kill:leader@10s/every=30s/for=5s}. */
  static Fault parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(text);
    }
    return of(form.group(1), form.group(2), form.group(3), form.group(4), text);
  }

  /** Reads a fault in words, such as {@code kill leader every=30s for=5s}, that has its time. */
  static Fault parse(String words, String time) {
    List<String> parts = Arrays.asList(words.strip().split("\\s+"));
    if (parts.size() < 2) {
      throw new IllegalArgumentException(words);
    }
    StringBuilder text = new StringBuilder(parts.get(0) + ":" + parts.get(1) + "@" + time);
    parts.subList(2, parts.size()).forEach(option -> text.append('/').append(option));
    return parse(text.toString());
  }

  private static Fault of(String action, String target, String at, String options, String text) {
    Optional<Duration> every = Optional.empty();
    Optional<Duration> lasting = Optional.empty();
    CutDirection direction = CutDirection.BOTH;
    for (String option : options.isEmpty() ? new String[0] : options.substring(1).split("/")) {
      String[] parts = option.split("=", 2);
      if (parts[0].equals("every") && every.isEmpty()) {
        every = Optional.of(time(parts[1]));
      } else if (parts[0].equals("for") && lasting.isEmpty()) {
        lasting = Optional.of(time(parts[1]));
      } else if (parts[0].equals("direction") && direction == CutDirection.BOTH) {
        direction = CutDirection.valueOf(parts[1].toUpperCase(Locale.ROOT));
      } else {
        throw new IllegalArgumentException(text);
      }
    }
    return new Fault(action(action), target, Durations.parse(at), every, lasting, direction, text);
  }

  private static FaultAction action(String word) {
    return Stream.of(FaultAction.values())
        .filter(action -> action.word().equals(word))
        .findFirst()
        .orElseThrow(() -> new UnreadableException("'" + word + "' is not an action"));
  }

  private static Duration time(String text) {
    Duration time = Durations.parse(text);
    if (time.isZero()) {
      throw new IllegalArgumentException(text);
    }
    return time;
  }

  /** Returns the number of the server, where the target is one, counted from 1. */
  OptionalInt number() {
    Matcher matcher = NODE.matcher(target);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  /** Returns whether the target is chosen at the time of the fault. */
  boolean isByRole() {
    return switch (target) {
      case LEADER, FOLLOWER, ALL, RANDOM -> true;
      default -> isByState();
    };
  }

  /** Returns whether the targets are all servers in a state that another fault brought about. */
  boolean isByState() {
    return Stream.of(FaultAction.values())
        .anyMatch(each -> each.state().equals(Optional.of(target)));
  }

  @Override
  public String kind() {
    return action.name();
  }

  @Override
  public String toString() {
    return text;
  }
}
