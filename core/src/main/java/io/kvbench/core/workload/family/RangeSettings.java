package io.kvbench.core.workload.family;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.List;

/** The properties of ranges. */
public final class RangeSettings {
  public static final Setting<Double> RANGE_PROPORTION =
      WorkloadSettings.proportion(
          "rangeproportion",
          "range reads (all records, a key prefix, from a key on, or between two keys)",
          "0");
  public static final Setting<RangeSelection> RANGE_SELECTION =
      Setting.choice(
              "range.select",
              RangeSelection.class,
              "Records that a range covers: all, those that share the first range.prefixlength"
                  + " bytes of the chosen record's key, those from the chosen record on, or those"
                  + " between two chosen records, both included.")
          .withDefault("from");
  public static final Setting<Integer> RANGE_PREFIX =
      Setting.integer(
              "range.prefixlength",
              0,
              WorkloadSettings.MAX_KEY_BYTES,
              "Length in bytes of the prefix, for range.select=prefix.")
          .withDefault("1");
  public static final Setting<Key> RANGE_START =
      key(
          "range.start",
          "Key with which every range begins, in place of that of a chosen record; for"
              + " range.select=from.");
  public static final Setting<Key> RANGE_END =
      key("range.end", "Key before which every range ends, for range.start.");
  public static final Setting<Integer> RANGE_LIMIT =
      Setting.integer(
              "range.limit",
              0,
              Integer.MAX_VALUE,
              "Max number of records that a range reads; 0 means no limit.")
          .withDefault("0");
  public static final Setting<Integer> RANGE_PAGE =
      Setting.integer(
              "range.pagesize",
              0,
              Integer.MAX_VALUE,
              "Max number of records in an answer, so that a range is read in pages; 0 for one"
                  + " answer.")
          .withDefault("0");
  public static final Setting<RangeContent> RANGE_CONTENT =
      Setting.choice(
              "range.content",
              RangeContent.class,
              "What a range returns: whole records, keys without values, or only their count.")
          .withDefault("records");
  public static final Setting<Boolean> RANGE_DESCENDING =
      Setting.bool("range.descending", "Read ranges in descending order of keys.")
          .withDefault("false");

  private static final List<Setting<?>> ALL =
      List.of(
          RANGE_PROPORTION,
          RANGE_SELECTION,
          RANGE_PREFIX,
          RANGE_START,
          RANGE_END,
          RANGE_LIMIT,
          RANGE_PAGE,
          RANGE_CONTENT,
          RANGE_DESCENDING);

  private RangeSettings() {}

  private static Setting<Key> key(String name, String description) {
    return Setting.of(name, description, "a key of characters that are one byte each", Key::of)
        .forRemote();
  }

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    return ALL;
  }
}
