package io.kvbench.reports.compare;

import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.Workload;
import io.kvbench.reports.table.Cell;
import io.kvbench.results.directory.PlanDocument.SettingDocument;
import io.kvbench.results.verdict.VerdictSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A search for everything in which runs differ, apart from what they measured. */
final class Differences {
  private static final Map<String, Setting<?>> DECLARED =
      Stream.of(Workload.settings(), RunSettings.all(), VerdictSettings.all())
          .flatMap(List::stream)
          .collect(Collectors.toUnmodifiableMap(Setting::name, setting -> setting));

  private static final Set<RowGroup> ALL_WORK =
      EnumSet.complementOf(EnumSet.of(RowGroup.WORK, RowGroup.ERRORS));

  private final List<ComparedRun> runs;

  private Differences(List<ComparedRun> runs) {
    this.runs = runs;
  }

  /** Returns the differences, those that make rows incomparable first, numbered from 1. */
  static List<Difference> between(List<ComparedRun> runs) {
    List<Difference> found = new Differences(runs).all();
    List<Difference> sorted = new ArrayList<>();
    found.stream()
        .filter(difference -> !difference.affects().isEmpty())
        .forEach(difference -> sorted.add(difference.numbered(sorted.size() + 1)));
    found.stream().filter(difference -> difference.affects().isEmpty()).forEach(sorted::add);
    return List.copyOf(sorted);
  }

  private List<Difference> all() {
    List<Difference> all = new ArrayList<>();
    for (ComparabilityCriterion aspect : ComparabilityCriterion.values()) {
      Difference difference = aspect.of(runs);
      boolean told =
          aspect == ComparabilityCriterion.HIT_RATE
              && all.stream().anyMatch(each -> each.subject().equals(difference.subject()));
      if (difference.isReported() && !told && !isOfSystems(aspect)) {
        all.add(difference);
      }
    }
    for (String name : names()) {
      Difference difference = ofSetting(name);
      if (difference.isReported()) {
        all.add(difference);
      }
    }
    return all;
  }

  /** Different systems have their own versions and libraries. */
  private boolean isOfSystems(ComparabilityCriterion aspect) {
    boolean several = runs.stream().map(ComparedRun::system).distinct().count() > 1;
    return several
        && (aspect == ComparabilityCriterion.VERSION || aspect == ComparabilityCriterion.LIBRARY);
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (ComparedRun run : runs) {
      names.addAll(run.plan().settings().keySet());
    }
    names.removeIf(name -> decidesFact(name) || affects(name, Affects.PRESENTATION));
    return names;
  }

  private boolean decidesFact(String name) {
    return runs.stream()
        .flatMap(run -> Optional.ofNullable(run.plan().settings().get(name)).stream())
        .anyMatch(setting -> setting.decides().isPresent());
  }

  /** Plans of earlier versions do not say what a setting affects: then its declaration does. */
  private boolean affects(String name, Affects what) {
    Optional<String> declared =
        Optional.ofNullable(DECLARED.get(name)).flatMap(Setting::affects).map(Affects::toString);
    return runs.stream()
        .flatMap(run -> Optional.ofNullable(run.plan().settings().get(name)).stream())
        .map(SettingDocument::affects)
        .anyMatch(affects -> affects.or(() -> declared).equals(Optional.of(what.toString())));
  }

  private Difference ofSetting(String name) {
    boolean load = affects(name, Affects.LOAD) && (isEveryones(name) || !isOwn(name));
    List<Optional<SettingDocument>> settings =
        runs.stream().map(run -> setting(run, name)).toList();
    List<Optional<Object>> meanings =
        settings.stream().map(setting -> setting.map(given -> meaning(name, given))).toList();
    return new Difference(
        0,
        name,
        load ? "It is part of the load." : "",
        load ? ALL_WORK : EnumSet.noneOf(RowGroup.class),
        settings.stream()
            .map(setting -> setting.map(Differences::cell).orElseGet(Cell.Absent::new))
            .toList(),
        meanings.stream().map(meanings::indexOf).toList());
  }

  private static Cell cell(SettingDocument setting) {
    String digest =
        setting.sha256().map(sha256 -> " (SHA-256 " + sha256.substring(0, 12) + ")").orElse("");
    return Cell.words(setting.value() + digest);
  }

  /**
   * The compared value: the content of a file, the value of a number regardless of its notation.
   */
  private static Object meaning(String name, SettingDocument setting) {
    if (setting.sha256().isPresent()) {
      return setting.sha256();
    }
    try {
      Setting<?> declared = DECLARED.get(name);
      return declared == null ? setting.value() : declared.parser().apply(setting.value());
    } catch (IllegalArgumentException e) {
      return setting.value();
    }
  }

  /** Other systems do not have a system's own settings: of those, only what was given counts. */
  private Optional<SettingDocument> setting(ComparedRun run, String name) {
    return Optional.ofNullable(run.plan().settings().get(name))
        .filter(given -> !isOwn(name) || isEveryones(name) || given.origin().isPresent())
        .filter(given -> !isOwn(name) || isOwn(name, run.system()));
  }

  private boolean isOwn(String name) {
    return runs.stream().anyMatch(run -> isOwn(name, run.system()));
  }

  private boolean isEveryones(String name) {
    return runs.stream().allMatch(run -> isOwn(name, run.system()));
  }

  private static boolean isOwn(String setting, String system) {
    return setting.startsWith(system + ".") || setting.startsWith("cluster." + system + ".");
  }
}
