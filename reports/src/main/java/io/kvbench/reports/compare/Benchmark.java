package io.kvbench.reports.compare;

import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.directory.PlanDocument.PhaseDocument;
import io.kvbench.results.directory.PlanDocument.SettingDocument;
import io.kvbench.results.format.RunResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The benchmark that a run belongs to: its plan without the seed and the presentation settings, its
 * servers and its client host, without the versions of the software involved. Runs with equal
 * parts, versions and labels are repeats of each other.
 *
 * @param parts their values by their names
 */
public record Benchmark(SortedMap<String, String> parts) {
  private static final String SETTING = "setting ";
  private static final String PLACE_OF_SERVERS = "where the servers ran";
  private static final String SERVERS = "servers";
  private static final Set<String> PLACE = Set.of(PLACE_OF_SERVERS, SERVERS);

  public Benchmark {
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
  }

  /** Returns what a run measured. */
  public static Benchmark of(PlanDocument plan, RunResult result) {
    SortedMap<String, String> parts = new TreeMap<>();
    parts.put("system", plan.system());
    parts.put("workload", plan.workload());
    parts.put(PLACE_OF_SERVERS, result.cluster().kind());
    parts.put(SERVERS, Integer.toString(result.cluster().nodes()));
    parts.put("processors of the client host", Integer.toString(result.environment().processors()));
    for (int index = 0; index < plan.phases().size(); index++) {
      parts.put("phase " + (index + 1), phase(plan.phases().get(index)));
    }
    plan.faults()
        .filter(faults -> !faults.isEmpty())
        .ifPresent(faults -> parts.put("faults", faults.toString()));
    plan.settings()
        .forEach(
            (name, setting) -> {
              if (isOfTheBenchmark(name, setting)) {
                parts.put(SETTING + name, setting.sha256().orElseGet(setting::value));
              }
            });
    return new Benchmark(parts);
  }

  /** Returns the values of its settings, but for its label, by their names. */
  public SortedMap<String, String> settings() {
    SortedMap<String, String> settings = new TreeMap<>();
    parts.forEach(
        (name, value) -> {
          if (name.startsWith(SETTING)) {
            settings.put(name.substring(SETTING.length()), value);
          }
        });
    settings.remove(RunSettings.LABEL.name());
    return settings;
  }

  /** Returns it without a setting. */
  Benchmark without(Setting<?> setting) {
    SortedMap<String, String> others = new TreeMap<>(parts);
    others.remove(SETTING + setting.name());
    return new Benchmark(others);
  }

  private static boolean isOfTheBenchmark(String name, SettingDocument setting) {
    return !name.equals(WorkloadSettings.SEED.name())
        && !setting.affects().equals(Optional.of(Affects.PRESENTATION.toString()));
  }

  /** Unknown parts are omitted, and the mix is sorted by name. */
  private static String phase(PhaseDocument phase) {
    StringJoiner text = new StringJoiner(", ");
    text.add(phase.name());
    phase.step().ifPresent(step -> text.add(step.toString()));
    text.add(phase.clients() + " clients on " + phase.connections() + " connections");
    text.add(phase.loadModel());
    phase.offeredPerSecond().ifPresent(rate -> text.add(rate + "/s"));
    phase.requests().ifPresent(requests -> text.add(requests + " requests"));
    phase.maxWallNanos().ifPresent(nanos -> text.add(nanos + " ns"));
    text.add(new TreeMap<>(phase.mix()).toString());
    return text.toString();
  }

  /** Returns the versions of what took part in a run, by their names. */
  static SortedMap<String, String> versions(RunResult result) {
    return new TreeMap<>(
        Map.of(
            "server version",
            result.system().version(),
            "client library",
            result.system().client(),
            "kvbench",
            result.environment().kvbenchVersion(),
            "Java",
            result.environment().javaVersion(),
            "operating system",
            result.environment().operatingSystem()));
  }

  /** Returns what the user calls a run; empty where it has no label. */
  public static String label(PlanDocument plan) {
    return Optional.ofNullable(plan.settings().get(RunSettings.LABEL.name()))
        .map(SettingDocument::value)
        .orElse("");
  }

  /** Returns whether both are of one plan: a run that failed may have had no servers. */
  public boolean hasPlanOf(Benchmark other) {
    return PLACE.containsAll(differences(other));
  }

  /** Returns the names of the parts in which it differs from another one, in their order. */
  public List<String> differences(Benchmark other) {
    TreeSet<String> names = new TreeSet<>(parts.keySet());
    names.addAll(other.parts.keySet());
    names.removeIf(name -> Objects.equals(parts.get(name), other.parts.get(name)));
    return names.stream()
        .map(name -> name.startsWith(SETTING) ? name.substring(SETTING.length()) : name)
        .toList();
  }

  /** Returns a name for reports, such as {@code write1m on store}. */
  public String name() {
    return parts.get("workload") + " on " + parts.get("system");
  }
}
