package io.kvbench.core.workload.family;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.List;

/** The properties of one-shot reads. */
public final class OneShotSettings {
  public static final Setting<Double> ONE_SHOT_READ_PROPORTION =
      WorkloadSettings.proportion(
          "oneshotreadproportion", "one-shot reads (connect, read a record, disconnect)", "0");
  public static final Setting<Boolean> ONE_SHOT_SESSION =
      Setting.bool(
              "oneshot.session",
              "Open and close a session too for every one-shot read. Otherwise connections continue"
                  + " a session that the client keeps, if the system has sessions.")
          .withDefault("false");

  private static final List<Setting<?>> ALL = List.of(ONE_SHOT_READ_PROPORTION, ONE_SHOT_SESSION);

  private OneShotSettings() {}

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    return ALL;
  }
}
