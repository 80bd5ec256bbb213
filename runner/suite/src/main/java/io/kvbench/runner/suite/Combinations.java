package io.kvbench.runner.suite;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All combinations of the axes of a suite, the last axis varying fastest. */
final class Combinations {
  /** More would take longer to plan than anybody waits. */
  private static final int MOST = 10_000;

  private final SuiteFile file;
  private final List<Combination> found = new ArrayList<>();

  private Combinations(SuiteFile file) {
    this.file = file;
  }

  /** Returns the combinations of which cells are made; the problems say why there are none. */
  static List<Combination> of(SuiteFile file, Problems problems) {
    Combinations all = new Combinations(file);
    all.add();
    if (all.found.size() > MOST) {
      problems.add(file.name(), "has more than 10,000 combinations; give its axes fewer values.");
      return List.of();
    }
    List<Combination> kept = all.kept(problems);
    if (kept.isEmpty() && problems.isEmpty()) {
      problems.add(file.name(), "has no cells: every combination is excluded.");
    }
    return file.settings()
        .get(SuiteSettings.COMBINE)
        .of(kept, file.settings().get(SuiteSettings.SEED));
  }

  private void add() {
    if (file.listed().isEmpty()) {
      systems(Optional.empty());
    } else {
      file.listed().forEach(each -> systems(Optional.of(each)));
    }
  }

  private void systems(Optional<NamedValues> listed) {
    Optional<String> own = listed.map(each -> each.values().get(SuiteAxis.SYSTEM));
    List<String> systems =
        own.map(List::of)
            .orElseGet(
                () ->
                    file.axis(SuiteAxis.SYSTEM)
                        .flatMap(SuiteAxis::values)
                        .map(SuiteAxis.Values::texts)
                        .orElse(List.of()));
    for (String system : systems) {
      Map<String, String> parameters = new LinkedHashMap<>();
      parameters.put(SuiteAxis.SYSTEM, system);
      listed.ifPresent(each -> parameters.put(SuiteFile.CELL, each.label()));
      List<SuiteAxis> others =
          file.axes().stream()
              .filter(axis -> !axis.name().equals(SuiteAxis.SYSTEM))
              .filter(axis -> axis.of(system).isPresent())
              .toList();
      Assignments assigned = listed.map(NamedValues::assignments).orElseGet(Assignments::new);
      expand(system, others, parameters, assigned, listed);
    }
  }

  private void expand(
      String system,
      List<SuiteAxis> axes,
      Map<String, String> parameters,
      Assignments assigned,
      Optional<NamedValues> listed) {
    if (found.size() > MOST) {
      return;
    }
    if (axes.isEmpty()) {
      found.add(combination(system, parameters, assigned, listed));
      return;
    }
    SuiteAxis axis = axes.getFirst();
    SuiteAxis.Values values = axis.of(system).orElseThrow();
    for (String value : values.texts()) {
      Map<String, String> more = new LinkedHashMap<>(parameters);
      more.put(axis.name(), value);
      Assignments one = new Assignments().addAll(assigned);
      if (!axis.name().equals(SuiteAxis.WORKLOAD)) {
        SuiteAxis.properties(axis.name()).forEach(name -> one.add(name, value, values.origin()));
      }
      expand(system, axes.subList(1, axes.size()), more, one, listed);
    }
  }

  private Combination combination(
      String system,
      Map<String, String> parameters,
      Assignments assigned,
      Optional<NamedValues> listed) {
    List<String> workloads =
        new ArrayList<>(file.settings().find(SuiteSettings.WORKLOAD).orElse(List.of()));
    Optional.ofNullable(parameters.get(SuiteAxis.WORKLOAD))
        .or(() -> listed.map(each -> each.values().get(SuiteAxis.WORKLOAD)))
        .ifPresent(workloads::add);
    Assignments all = file.common(system).addAll(assigned).addAll(file.given(system));
    return new Combination(system, parameters, workloads, all);
  }

  private List<Combination> kept(Problems problems) {
    for (NamedValues excluded : file.excluded()) {
      if (!file.narrowed()
          && found.stream().noneMatch(each -> excluded.matches(each.parameters()))) {
        problems.add(
            excluded.origin(),
            "exclude."
                + Excerpt.of(excluded.label())
                + " matches no combination of the axes; correct or omit"
                + " it.");
      }
    }
    return found.stream()
        .filter(
            each ->
                file.excluded().stream().noneMatch(excluded -> excluded.matches(each.parameters())))
        .toList();
  }
}
