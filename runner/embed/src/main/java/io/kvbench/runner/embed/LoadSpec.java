package io.kvbench.runner.embed;

import io.kvbench.core.plan.ArrivalShape;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What decides when requests are sent. Rates are requests per second over all clients. Immutable.
 */
public final class LoadSpec {
  private final String title;
  private final Map<String, String> settings;

  private LoadSpec(String title, Map<String, String> settings) {
    this.title = title;
    this.settings = Map.copyOf(settings);
  }

  /** Every client sends its next request as soon as the one before has ended. */
  public static LoadSpec closedLoop() {
    return closedLoop(Duration.ZERO);
  }

  /**
   * Every client sends its next request some time after the one before has ended.
   *
   * @param thinkTime how long after; 0 or more
   */
  public static LoadSpec closedLoop(Duration thinkTime) {
    return of("closedLoop(" + Texts.of(thinkTime) + ")", RunSettings.TARGET, "0")
        .and(RunSettings.THINK_TIME, Texts.of(thinkTime));
  }

  /** Requests are sent at even distances, whatever the store does. */
  public static LoadSpec constant(double perSecond) {
    return open("constant", ArrivalShape.CONSTANT, RunSettings.TARGET, Texts.of(perSecond));
  }

  /** Requests are sent at random times, independent of one another and of the store. */
  public static LoadSpec poisson(double perSecond) {
    return open("poisson", ArrivalShape.POISSON, RunSettings.TARGET, Texts.of(perSecond));
  }

  /** The rate goes evenly from one value to the other over the phase, which needs a duration. */
  public static LoadSpec ramp(double fromPerSecond, double toPerSecond) {
    return open("ramp", ArrivalShape.RAMP, RunSettings.TARGET_FROM, Texts.of(fromPerSecond))
        .and(RunSettings.TARGET_TO, Texts.of(toPerSecond));
  }

  /** Each rate holds for an equal part of the phase, which needs a duration. */
  public static LoadSpec steps(double... perSecond) {
    return open("steps", ArrivalShape.STEPS, RunSettings.TARGET_STEPS, Texts.of(perSecond));
  }

  private static LoadSpec open(String name, ArrivalShape shape, Setting<?> rate, String text) {
    return of(name + "(" + text + ")", RunSettings.ARRIVALS, shape.name().toLowerCase(Locale.ROOT))
        .and(rate, text);
  }

  private static LoadSpec of(String title, Setting<?> setting, String text) {
    return new LoadSpec(title, Map.of(setting.name(), text));
  }

  private LoadSpec and(Setting<?> setting, String text) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(setting.name(), text);
    return new LoadSpec(title, more);
  }

  Map<String, String> settings() {
    return settings;
  }

  @Override
  public String toString() {
    return title;
  }
}
