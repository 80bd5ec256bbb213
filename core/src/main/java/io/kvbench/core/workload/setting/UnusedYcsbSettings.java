package io.kvbench.core.workload.setting;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * YCSB's properties without a meaning in kvbench, or with another one, accepted so that YCSB's
 * files run.
 */
public final class UnusedYcsbSettings {

  /** Properties that have no effect for the same reason. */
  private record Group(String reason, List<Setting<String>> settings) {}

  /** What reads and updates of single fields are here. */
  private static final List<Setting<Boolean>> FIELDS =
      List.of(
          fields(
              "readallfields",
              "false reads one field in YCSB; here a record is one value, and a read returns all of"
                  + " it."),
          fields(
              "writeallfields",
              "false, YCSB's default, writes one field there; here an update writes the whole value"
                  + " without reading it. readmodifywriteproportion has both requests."));

  private static final List<Group> GROUPS =
      List.of(
          group(
              "a record is one value without names",
              "readallfieldsbyname",
              "fieldnameprefix",
              "table"),
          group("kvbench samples its own process, in host-client.csv", "measurement.trackjvm"),
          group("waiting clients do not spin", "spin.sleep"),
          group("-s prints status lines", "status"),
          group(
              "operations are not printed; client.log has the library's messages",
              "silence",
              "verbose"),
          group("a request has one record; transactionproportion has several", "batch.size"),
          group("'kvbench clean' removes records", "dropdata"));

  private UnusedYcsbSettings() {}

  /** Returns all of them. */
  public static List<Setting<?>> all() {
    return Stream.concat(
            FIELDS.stream(), GROUPS.stream().flatMap(group -> group.settings().stream()))
        .collect(Collectors.<Setting<?>>toUnmodifiableList());
  }

  /** Returns sentences on those that were given: why they have no effect, or another one. */
  public static List<String> notes(Settings settings) {
    List<String> notes = new ArrayList<>();
    for (Setting<Boolean> setting : FIELDS) {
      if (!settings.find(setting).orElse(true)) {
        notes.add(
            "%s=false (%s): %s"
                .formatted(setting.name(), settings.whereIs(setting), setting.description()));
      }
    }
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
    if (!parts.isEmpty()) {
      notes.add("No effect: " + String.join("; ", parts) + ".");
    }
    return notes;
  }

  private static Setting<Boolean> fields(String name, String description) {
    return Setting.bool(name, description).affecting(Affects.PRESENTATION);
  }

  private static Group group(String reason, String... names) {
    return new Group(
        reason,
        Stream.of(names)
            .map(
                name ->
                    Setting.text(
                            name, "Property of YCSB or go-ycsb without effect: " + reason + ".")
                        .affecting(Affects.PRESENTATION))
            .toList());
  }
}
