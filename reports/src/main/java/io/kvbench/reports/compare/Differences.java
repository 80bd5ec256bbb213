package io.kvbench.reports.compare;

import io.kvbench.reports.files.PlanDocument.SettingDocument;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds everything in which runs differ, apart from what they measured. */
final class Differences {
  /** Settings that are part of the load, each told by its own name. */
  private static final Set<String> LOAD =
      Set.of(
          "samekey",
          "requestdistribution",
          "recordcount",
          "compressibility",
          "transactionlength",
          "minscanlength",
          "maxscanlength",
          "scanlengthdistribution",
          "insertorder",
          "dataintegrity",
          "cluster.docker.cpus",
          "cluster.docker.memory");

  /** Settings that an aspect speaks of, and those that are about something else than the load. */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "keysize",
          "keyprefix",
          "zeropadding",
          "valuesize",
          "fieldcount",
          "fieldlength",
          "minfieldlength",
          "fieldlengthdistribution",
          "readproportion",
          "updateproportion",
          "insertproportion",
          "scanproportion",
          "readmodifywriteproportion",
          "compareandsetproportion",
          "transactionproportion",
          "watchproportion",
          "deleteproportion",
          "readconsistency",
          "clients",
          "clientsteps",
          "connections",
          "operationcount",
          "target",
          "target.from",
          "target.to",
          "target.steps",
          "arrivals",
          "thinktime",
          "cluster",
          "cluster.nodes",
          "cluster.bin",
          "cluster.dir",
          "cluster.ports",
          "cluster.keep",
          "cluster.docker.image",
          "endpoints",
          "fault",
          "label",
          "slo",
          "status.interval");

  private static final List<String> NEVER = List.of("verdict.", "exit.", "hosts.");
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
    for (Aspect aspect : Aspect.values()) {
      Difference difference = aspect.of(runs);
      boolean told = aspect == Aspect.HIT_RATE && all.stream().anyMatch(Differences::isNothingRead);
      if (Sides.differ(difference.sides()) && !told && !isOfSystems(aspect)) {
        all.add(difference);
      }
    }
    for (String name : names()) {
      Difference difference = ofSetting(name);
      if (Sides.differ(difference.sides())) {
        all.add(difference);
      }
    }
    return all;
  }

  private static boolean isNothingRead(Difference difference) {
    return difference.why().equals(Aspect.NOTHING_READ.why());
  }

  /** Different systems have different versions, and libraries of their own. */
  private boolean isOfSystems(Aspect aspect) {
    boolean several = runs.stream().map(ComparedRun::system).distinct().count() > 1;
    return several && (aspect == Aspect.VERSION || aspect == Aspect.LIBRARY);
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (ComparedRun run : runs) {
      names.addAll(run.plan().settings().keySet());
    }
    names.removeIf(name -> ELSEWHERE.contains(name) || NEVER.stream().anyMatch(name::startsWith));
    return names;
  }

  private Difference ofSetting(String name) {
    boolean load = LOAD.contains(name);
    List<Cell> values = runs.stream().map(run -> value(run, name)).toList();
    return new Difference(
        0,
        name,
        load ? "It is part of the load." : "",
        load ? ALL_WORK : EnumSet.noneOf(RowGroup.class),
        values,
        values.stream().map(values::indexOf).toList());
  }

  /** Other systems do not have a system's own settings: of those, only what was given is told. */
  private Cell value(ComparedRun run, String name) {
    Optional<SettingDocument> setting = Optional.ofNullable(run.plan().settings().get(name));
    boolean own = runs.stream().anyMatch(each -> isOwn(name, each.system()));
    boolean everybodys = runs.stream().allMatch(each -> isOwn(name, each.system()));
    return setting
        .filter(given -> !own || everybodys || given.origin().isPresent())
        .filter(given -> !own || isOwn(name, run.system()))
        .map(given -> Facts.words(given.value()))
        .orElseGet(Cell.Absent::new);
  }

  private static boolean isOwn(String setting, String system) {
    return setting.startsWith(system + ".") || setting.startsWith("cluster." + system + ".");
  }
}
