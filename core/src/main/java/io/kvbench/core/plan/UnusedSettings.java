package io.kvbench.core.plan;

import static io.kvbench.core.workload.setting.WorkloadSettings.COMPRESSIBILITY;
import static io.kvbench.core.workload.setting.WorkloadSettings.DATA_INTEGRITY;
import static io.kvbench.core.workload.setting.WorkloadSettings.EXPONENTIAL_FRACTION;
import static io.kvbench.core.workload.setting.WorkloadSettings.EXPONENTIAL_PERCENTILE;
import static io.kvbench.core.workload.setting.WorkloadSettings.FIELD_COUNT;
import static io.kvbench.core.workload.setting.WorkloadSettings.FIELD_LENGTH;
import static io.kvbench.core.workload.setting.WorkloadSettings.FIELD_LENGTH_DISTRIBUTION;
import static io.kvbench.core.workload.setting.WorkloadSettings.FIELD_LENGTH_HISTOGRAM;
import static io.kvbench.core.workload.setting.WorkloadSettings.HOTSPOT_DATA_FRACTION;
import static io.kvbench.core.workload.setting.WorkloadSettings.HOTSPOT_OPERATION_FRACTION;
import static io.kvbench.core.workload.setting.WorkloadSettings.INSERT_COUNT;
import static io.kvbench.core.workload.setting.WorkloadSettings.INSERT_ORDER;
import static io.kvbench.core.workload.setting.WorkloadSettings.KEY_PREFIX;
import static io.kvbench.core.workload.setting.WorkloadSettings.KEY_SIZE;
import static io.kvbench.core.workload.setting.WorkloadSettings.MIN_FIELD_LENGTH;
import static io.kvbench.core.workload.setting.WorkloadSettings.READ_CONSISTENCY;
import static io.kvbench.core.workload.setting.WorkloadSettings.RECORD_COUNT;
import static io.kvbench.core.workload.setting.WorkloadSettings.REQUEST_DISTRIBUTION;
import static io.kvbench.core.workload.setting.WorkloadSettings.SAME_KEY;
import static io.kvbench.core.workload.setting.WorkloadSettings.VALUE_SIZE;
import static io.kvbench.core.workload.setting.WorkloadSettings.ZERO_PADDING;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.family.Families;
import io.kvbench.core.workload.family.FamilyOptions;
import io.kvbench.core.workload.setting.FieldLengthDistribution;
import io.kvbench.core.workload.setting.RequestDistribution;
import io.kvbench.core.workload.setting.TraceSettings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The check for settings that were given but have no effect on a plan: the plan does not read them,
 * or another setting overrides them. Settings at their defaults are not reported, and neither are
 * those of a workload file that only another phase reads, since one file serves all phases.
 */
final class UnusedSettings {
  private static final List<Setting<?>> KEY_CHOICE =
      List.of(
          REQUEST_DISTRIBUTION,
          HOTSPOT_DATA_FRACTION,
          HOTSPOT_OPERATION_FRACTION,
          EXPONENTIAL_PERCENTILE,
          EXPONENTIAL_FRACTION);
  private static final List<Setting<?>> FIELDS =
      List.of(
          FIELD_COUNT,
          FIELD_LENGTH,
          MIN_FIELD_LENGTH,
          FIELD_LENGTH_DISTRIBUTION,
          FIELD_LENGTH_HISTOGRAM);
  private static final List<Setting<?>> REPLAY =
      List.of(
          TraceSettings.TRACE_SPEED,
          TraceSettings.TRACE_IN_FLIGHT,
          TraceSettings.TRACE_KEYS,
          TraceSettings.TRACE_UNSUPPORTED);

  private final Settings settings;
  private final Workload workload;
  private final List<PhasePlan> phases;
  private final List<String> notes = new ArrayList<>();

  private UnusedSettings(Settings settings, Workload workload, List<PhasePlan> phases) {
    this.settings = settings;
    this.workload = workload;
    this.phases = phases;
  }

  /** Returns a sentence for each reason: the settings, the reason, and what to set instead. */
  static List<String> notes(Settings settings, Workload workload, List<PhasePlan> phases) {
    UnusedSettings unused = new UnusedSettings(settings, workload, phases);
    if (unused.has(PhaseName.RUN)) {
      unused.ofRun();
    } else {
      unused.ofLoadAlone();
    }
    unused.ofKeys();
    unused.ofValues();
    unused.noEffect(REPLAY, "no trace is replayed; set trace");
    return unused.notes;
  }

  /** Returns the same for a replay, whose requests are those of its trace. */
  static List<String> ofReplay(Settings settings) {
    Set<String> used =
        Stream.concat(
                REPLAY.stream(),
                Stream.of(
                    TraceSettings.TRACE,
                    WorkloadSettings.SEED,
                    WorkloadSettings.COMPRESSIBILITY,
                    WorkloadSettings.READ_CONSISTENCY,
                    WorkloadSettings.WORKLOAD))
            .map(Setting::name)
            .collect(Collectors.toSet());
    String given =
        Stream.concat(Workload.settings().stream(), Stream.of(RunSettings.OPERATION_COUNT))
            .filter(setting -> !used.contains(setting.name()))
            .filter(settings::isGiven)
            .map(setting -> setting.name() + " (" + settings.whereIs(setting) + ")")
            .collect(Collectors.joining(", "));
    return given.isEmpty()
        ? List.of()
        : List.of("No effect: " + given + ": the trace decides which requests are sent.");
  }

  private void ofRun() {
    boolean insertsOnly = !workload.reads();
    if (insertsOnly && settings.find(RunSettings.DO_TRANSACTIONS).isEmpty()) {
      noEffect(
          List.of(RECORD_COUNT, INSERT_COUNT),
          "the mix only inserts, so nothing is loaded; " + sizeOfRun());
    }
    if (insertsOnly) {
      noEffect(KEY_CHOICE, "the mix only inserts, in the order of record numbers");
    }
    if (!asks(type -> type.parts().stream().anyMatch(OperationType::reads))) {
      noEffect(List.of(READ_CONSISTENCY, DATA_INTEGRITY), "no request of the mix reads");
    }
    Map<String, List<Setting<?>>> unread = new LinkedHashMap<>();
    families()
        .forEach(
            options -> {
              if (!asks(options.readers()::contains)) {
                add(options.settings(), options.absence(), unread);
                return;
              }
              options.details().stream()
                  .filter(detail -> !detail.used().test(settings))
                  .forEach(detail -> add(List.of(detail.setting()), detail.otherwise(), unread));
            });
    unread.forEach((reason, unused) -> noEffect(unused, reason));
  }

  private static Stream<FamilyOptions> families() {
    return Families.ALL.stream().flatMap(family -> family.options().stream());
  }

  private static void add(
      List<Setting<?>> unused, String reason, Map<String, List<Setting<?>>> unread) {
    unread.computeIfAbsent(reason, each -> new ArrayList<>()).addAll(unused);
  }

  private String sizeOfRun() {
    return settings
        .find(RunSettings.OPERATION_COUNT)
        .filter(count -> count > 0)
        .map(count -> "operationcount=" + count + " sets how many records are inserted")
        .orElse("set operationcount for a number of inserts");
  }

  private void ofLoadAlone() {
    List<Setting<?>> ofRun =
        new ArrayList<>(
            List.of(
                RunSettings.OPERATION_COUNT,
                RunSettings.WARMUP_COUNT,
                RunSettings.WARMUP_TIME,
                SAME_KEY,
                READ_CONSISTENCY));
    ofRun.addAll(KEY_CHOICE);
    families().forEach(options -> ofRun.addAll(options.settings()));
    noEffect(
        ofRun.stream().filter(setting -> !settings.isFromFile(setting)).toList(),
        "there is a load phase alone (-load), whose size is recordcount");
  }

  private void ofKeys() {
    if (settings.isGiven(KEY_SIZE)) {
      noEffect(
          List.of(INSERT_ORDER, ZERO_PADDING, KEY_PREFIX),
          "keysize=" + settings.get(KEY_SIZE) + " fixes the whole key; omit keysize");
    }
    if (settings.get(SAME_KEY)) {
      noEffect(KEY_CHOICE, "samekey=true sends every request to one record");
      return;
    }
    RequestDistribution distribution = settings.get(REQUEST_DISTRIBUTION);
    if (distribution != RequestDistribution.HOTSPOT) {
      noEffect(
          List.of(HOTSPOT_DATA_FRACTION, HOTSPOT_OPERATION_FRACTION),
          "set requestdistribution=hotspot to use it");
    }
    if (distribution != RequestDistribution.EXPONENTIAL) {
      noEffect(
          List.of(EXPONENTIAL_PERCENTILE, EXPONENTIAL_FRACTION),
          "set requestdistribution=exponential to use it");
    }
  }

  private void ofValues() {
    if (!has(PhaseName.LOAD) && workload.operationTypes().stream().allMatch(OperationType::reads)) {
      List<Setting<?>> values = new ArrayList<>(List.of(VALUE_SIZE, COMPRESSIBILITY));
      values.addAll(FIELDS);
      noEffect(
          values.stream().filter(setting -> !settings.isFromFile(setting)).toList(),
          "the run only reads, and nothing is loaded");
      return;
    }
    if (settings.isGiven(VALUE_SIZE)) {
      noEffect(
          FIELDS,
          "valuesize=%s fixes the size of every value; set valuesize, or omit it"
              .formatted(settings.get(VALUE_SIZE).words()));
      return;
    }
    switch (settings.get(FIELD_LENGTH_DISTRIBUTION)) {
      case CONSTANT -> ofLengths(MIN_FIELD_LENGTH, FIELD_LENGTH_HISTOGRAM);
      case UNIFORM, ZIPFIAN -> ofLengths(FIELD_LENGTH_HISTOGRAM);
      case HISTOGRAM -> ofLengths(FIELD_LENGTH, MIN_FIELD_LENGTH);
    }
  }

  private void ofLengths(Setting<?>... unused) {
    FieldLengthDistribution distribution = settings.get(FIELD_LENGTH_DISTRIBUTION);
    noEffect(
        List.of(unused), "fieldlengthdistribution=" + words(distribution) + " does not use it");
  }

  private boolean asks(Predicate<OperationType> kind) {
    return workload.operationTypes().stream().anyMatch(kind);
  }

  private boolean has(PhaseName name) {
    return phases.stream().anyMatch(phase -> phase.name() == name);
  }

  private void noEffect(List<Setting<?>> unused, String reason) {
    String given =
        unused.stream()
            .filter(this::isChanged)
            .map(setting -> setting.name() + " (" + settings.whereIs(setting) + ")")
            .collect(Collectors.joining(", "));
    if (!given.isEmpty()) {
      notes.add("No effect: " + given + ": " + reason + ".");
    }
  }

  private boolean isChanged(Setting<?> setting) {
    return settings.isGiven(setting)
        && !settings
            .find(setting)
            .equals(setting.defaultText().map(text -> setting.parser().apply(text)));
  }

  private static String words(FieldLengthDistribution distribution) {
    return distribution.name().toLowerCase(Locale.ROOT);
  }
}
