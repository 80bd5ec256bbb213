package io.kvbench.runner.embed;

import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.setting.RequestDistribution;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A workload: a file, or a mix, with changes. Files are read when the plan is built; problems in
 * them are reported with their lines. Immutable: each method returns a new instance.
 */
public final class WorkloadSpec {
  private final WorkloadText text;
  private final List<Assignments.Assignment> changes;

  private WorkloadSpec(WorkloadText text, List<Assignments.Assignment> changes) {
    this.text = text;
    this.changes = List.copyOf(changes);
  }

  /** A workload file. */
  public static WorkloadSpec file(Path path) {
    return new WorkloadSpec(
        new WorkloadText.OfFile(Objects.requireNonNull(path, "path")), List.of());
  }

  /**
   * A workload file on the class path; kvbench includes those of its distribution, such as {@code
   * workloads/workloada}.
   *
   * @param name looked up with the context class loader, then with that of this class
   */
  public static WorkloadSpec resource(String name) {
    return new WorkloadSpec(
        new WorkloadText.OfResource(Objects.requireNonNull(name, "name")), List.of());
  }

  /**
   * An empty mix: weights are added with {@link #reads}, {@link #inserts} and so on.
   *
   * @param name the workload's name in results
   */
  public static WorkloadSpec mix(String name) {
    return properties(name).reads(0).updates(0);
  }

  /**
   * YCSB's core workload with its defaults, mostly reads: for plans that change it with {@link
   * PlanBuilder#set}.
   *
   * @param name the workload's name in results
   */
  public static WorkloadSpec properties(String name) {
    return new WorkloadSpec(new WorkloadText.None(Objects.requireNonNull(name, "name")), List.of());
  }

  /** Returns whether {@link #resource} finds something under this name. */
  public static boolean isResource(String name) {
    return WorkloadText.OfResource.isThere(name);
  }

  /** The number of records when the run begins; loaded first if the mix reads. */
  public WorkloadSpec records(long count) {
    return with(WorkloadSettings.RECORD_COUNT, count);
  }

  /** The exact size of every key, in bytes. */
  public WorkloadSpec keyBytes(int size) {
    return with(WorkloadSettings.KEY_SIZE, size);
  }

  /** The prefix of keys, if they have no exact size. */
  public WorkloadSpec keyPrefix(String prefix) {
    return with(WorkloadSettings.KEY_PREFIX, Objects.requireNonNull(prefix, "prefix"));
  }

  /** The exact size of every value, in bytes. */
  public WorkloadSpec valueBytes(int size) {
    return with(WorkloadSettings.VALUE_SIZE, size);
  }

  /** The weight of reads; weights need not sum to 1. */
  public WorkloadSpec reads(double weight) {
    return with(WorkloadSettings.READ_PROPORTION, SettingTexts.of(weight));
  }

  /** The weight of updates. */
  public WorkloadSpec updates(double weight) {
    return with(WorkloadSettings.UPDATE_PROPORTION, SettingTexts.of(weight));
  }

  /** The weight of inserts. */
  public WorkloadSpec inserts(double weight) {
    return with(WorkloadSettings.INSERT_PROPORTION, SettingTexts.of(weight));
  }

  /** The weight of deletes. */
  public WorkloadSpec deletes(double weight) {
    return with(WorkloadSettings.DELETE_PROPORTION, SettingTexts.of(weight));
  }

  /**
   * The weight of scans.
   *
   * @param mostRecords the max number of records of a scan
   */
  public WorkloadSpec scans(double weight, int mostRecords) {
    return with(WorkloadSettings.SCAN_PROPORTION, SettingTexts.of(weight))
        .with(WorkloadSettings.MAX_SCAN_LENGTH, mostRecords);
  }

  /** The weight of a read followed by an update of the same record. */
  public WorkloadSpec readModifyWrites(double weight) {
    return with(WorkloadSettings.READ_MODIFY_WRITE_PROPORTION, SettingTexts.of(weight));
  }

  /** The weight of a read followed by a compare-and-set of the same record. */
  public WorkloadSpec compareAndSets(double weight) {
    return with(WorkloadSettings.COMPARE_AND_SET_PROPORTION, SettingTexts.of(weight));
  }

  /**
   * The weight of transactions.
   *
   * @param updates how many records each of them updates
   */
  public WorkloadSpec transactions(double weight, int updates) {
    return with(WorkloadSettings.TRANSACTION_PROPORTION, SettingTexts.of(weight))
        .with(WorkloadSettings.TRANSACTION_LENGTH, updates);
  }

  /** The distribution of requests over records. */
  public WorkloadSpec distribution(RequestDistribution distribution) {
    return with(
        WorkloadSettings.REQUEST_DISTRIBUTION,
        text(Objects.requireNonNull(distribution, "distribution")));
  }

  /** The required consistency of reads and scans. */
  public WorkloadSpec consistency(ReadConsistency consistency) {
    return with(
        WorkloadSettings.READ_CONSISTENCY,
        text(Objects.requireNonNull(consistency, "consistency")));
  }

  /** Values are derived from keys, and the values that reads return are checked. */
  public WorkloadSpec checkedValues() {
    return with(WorkloadSettings.DATA_INTEGRITY, true);
  }

  /** The same seed gives every client the same sequence of requests. */
  public WorkloadSpec seed(long seed) {
    return with(WorkloadSettings.SEED, seed);
  }

  private static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private WorkloadSpec with(Setting<?> setting, Object value) {
    List<Assignments.Assignment> more = new ArrayList<>(changes);
    String shown = setting.name() + "=" + value;
    more.add(
        new Assignments.Assignment(
            setting.name(), value.toString(), Origin.of("workload(" + shown + ")")));
    return new WorkloadSpec(text, more);
  }

  String name() {
    return text.name();
  }

  /** Returns all settings; unreadable parts are problems. */
  Assignments read(Problems problems) {
    Assignments all = text.read(problems);
    changes.forEach(change -> all.add(change.name(), change.text(), change.origin()));
    return all;
  }
}
