package io.kvbench.runner.embed;

import io.kvbench.core.plan.ArrivalShape;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The load model of a plan. Rates are requests per second over all clients. Immutable. */
public final class LoadSpec {
  private static final Set<String> NAMES =
      Stream.of(
              RunSettings.TARGET,
              RunSettings.ARRIVALS,
              RunSettings.TARGET_FROM,
              RunSettings.TARGET_TO,
              RunSettings.TARGET_STEPS,
              RunSettings.TARGET_STAGES,
              RunSettings.TARGET_AMPLITUDE,
              RunSettings.TARGET_PERIOD,
              RunSettings.TARGET_TRACE,
              RunSettings.THINK_TIME)
          .flatMap(setting -> Stream.concat(Stream.of(setting.name()), setting.aliases().stream()))
          .collect(Collectors.toUnmodifiableSet());

  private final String title;
  private final Map<String, String> settings;
  private final boolean schedule;

  private LoadSpec(String title, Map<String, String> settings, boolean schedule) {
    this.title = title;
    this.settings = Map.copyOf(settings);
    this.schedule = schedule;
  }

  /** Every client sends its next request as soon as the previous one has ended. */
  public static LoadSpec closedLoop() {
    return closedLoop(Duration.ZERO);
  }

  /**
   * Every client sends its next request some time after the previous one has ended.
   *
   * @param thinkTime the time in between; 0 or more
   */
  public static LoadSpec closedLoop(Duration thinkTime) {
    Objects.requireNonNull(thinkTime, "thinkTime");
    return new LoadSpec(
            "closedLoop(" + SettingTexts.of(thinkTime) + ")",
            Map.of(RunSettings.TARGET.name(), "0"),
            false)
        .and(RunSettings.THINK_TIME, SettingTexts.of(thinkTime));
  }

  /** Requests are sent at even intervals, regardless of the store. */
  public static LoadSpec constant(double perSecond) {
    return open("constant", ArrivalShape.CONSTANT, RunSettings.TARGET, SettingTexts.of(perSecond));
  }

  /** Requests are sent at random times (a Poisson process), regardless of the store. */
  public static LoadSpec poisson(double perSecond) {
    return open("poisson", ArrivalShape.POISSON, RunSettings.TARGET, SettingTexts.of(perSecond));
  }

  /** The rate changes linearly from one value to the other over a phase with a duration. */
  public static LoadSpec ramp(double fromPerSecond, double toPerSecond) {
    return open("ramp", ArrivalShape.RAMP, RunSettings.TARGET_FROM, SettingTexts.of(fromPerSecond))
        .and(RunSettings.TARGET_TO, SettingTexts.of(toPerSecond));
  }

  /** Each rate holds for an equal part of the phase, which needs a duration. */
  public static LoadSpec steps(double... perSecond) {
    Objects.requireNonNull(perSecond, "perSecond");
    return open("steps", ArrivalShape.STEPS, RunSettings.TARGET_STEPS, SettingTexts.of(perSecond));
  }

  /**
   * The rate follows stages, which end the phase unless it has a duration.
   *
   * @param stages as in a workload file: {@code 0..1000 for 30s, 1000 for 5m, 0 for 10s}
   */
  public static LoadSpec stages(String stages) {
    Objects.requireNonNull(stages, "stages");
    return open("stages", ArrivalShape.STAGES, RunSettings.TARGET_STAGES, stages);
  }

  private static LoadSpec open(String name, ArrivalShape shape, Setting<?> rate, String text) {
    String arrivals = shape.name().toLowerCase(Locale.ROOT);
    return new LoadSpec(
            name + "(" + text + ")", Map.of(RunSettings.ARRIVALS.name(), arrivals), true)
        .and(rate, text);
  }

  private LoadSpec and(Setting<?> setting, String text) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(setting.name(), text);
    return new LoadSpec(title, more, schedule);
  }

  /** Adds the problem of a rate of 0, which means a closed loop in a workload file. */
  void check(Problems problems) {
    if (schedule && "0".equals(settings.get(RunSettings.TARGET.name()))) {
      problems.add(
          "load(" + title + ")",
          "a rate has to be more than 0; use closedLoop() for requests as fast as they are"
              + " answered.");
    }
  }

  /** Returns the assignments without a load model: parts of two models do not combine. */
  static Assignments without(Assignments all) {
    Assignments others = new Assignments();
    all.list().stream()
        .filter(each -> !NAMES.contains(each.name()))
        .forEach(each -> others.add(each.name(), each.text(), each.origin()));
    return others;
  }

  Map<String, String> settings() {
    return settings;
  }

  @Override
  public String toString() {
    return title;
  }
}
