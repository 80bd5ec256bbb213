package io.kvbench.core.workload.family;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Settings that have no effect without certain kinds of requests.
 *
 * @param readers the kinds of requests that read them
 * @param absence why they have no effect otherwise, and what to set
 * @param details those that also depend on another setting
 */
public record FamilyOptions(
    List<Setting<?>> settings, Set<OperationType> readers, String absence, List<Detail> details) {

  /**
   * A setting that depends on another one.
   *
   * @param used whether it has an effect
   * @param otherwise what to set so that it has
   */
  public record Detail(Setting<?> setting, Predicate<Settings> used, String otherwise) {}

  FamilyOptions(Set<OperationType> readers, String absence, Setting<?>... settings) {
    this(List.of(settings), readers, absence, List.of());
  }
}
