package io.kvbench.core.workload.setting;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * YCSB's properties without a meaning in kvbench, accepted with any text so that YCSB's files run.
 */
public final class UnusedYcsbSettings {

  /** Properties that have no effect for the same reason. */
  private record Group(String reason, List<Setting<String>> settings) {}

  private static final List<Group> GROUPS =
      List.of(
          group(
              "a record is one value, read and written whole",
              "readallfields",
              "readallfieldsbyname",
              "writeallfields",
              "fieldnameprefix",
              "table"),
          group(
              "kvbench always writes all measurements, to its own files",
              "exporter",
              "exportfile",
              "measurementtype",
              "measurement.interval",
              "measurement.trackjvm",
              "measurement.raw.output_file",
              "hdrhistogram.percentiles",
              "hdrhistogram.fileoutput",
              "hdrhistogram.output.path",
              "histogram.buckets",
              "timeseries.granularity",
              "reportlatencyforeacherror",
              "latencytrackederrors"),
          group("waiting clients do not spin", "spin.sleep"),
          group("failed inserts are never retried", "core_workload_insertion_retry_interval"));

  private UnusedYcsbSettings() {}

  /** Returns all of them. */
  public static List<Setting<?>> all() {
    return GROUPS.stream()
        .flatMap(group -> group.settings().stream())
        .collect(Collectors.<Setting<?>>toUnmodifiableList());
  }

  /** Returns a sentence that names those that were given and why they have no effect. */
  public static Optional<String> note(Settings settings) {
    List<String> parts = new ArrayList<>();
    for (Group group : GROUPS) {
      String given =
          group.settings().stream()
              .filter(settings::isGiven)
              .map(Setting::name)
              .collect(Collectors.joining(", "));
      if (!given.isEmpty()) {
        parts.add(given + " (" + group.reason() + ")");
      }
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("No effect: " + String.join("; ", parts) + ".");
  }

  private static Group group(String reason, String... names) {
    return new Group(
        reason,
        Stream.of(names)
            .map(
                name ->
                    Setting.text(name, "YCSB property without effect: " + reason + ".")
                        .affecting(Affects.PRESENTATION))
            .toList());
  }
}
