package io.kvbench.core.workload.family;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The capabilities that a workload needs, each with the first setting that requires it. For one
 * thread.
 */
public final class Needs {
  private final Settings settings;
  private final ReadConsistency consistency;
  private final int smallestValue;
  private final Map<Capability, Setting<?>> found = new EnumMap<>(Capability.class);

  /**
   * Creates an empty list of needs.
   *
   * @param consistency of reads
   * @param smallestValue the size of the smallest value in bytes
   */
  public Needs(Settings settings, ReadConsistency consistency, int smallestValue) {
    this.settings = settings;
    this.consistency = consistency;
    this.smallestValue = smallestValue;
  }

  /** Returns the value of a setting. */
  <T> T get(Setting<T> setting) {
    return settings.get(setting);
  }

  boolean isGiven(Setting<?> setting) {
    return settings.find(setting).isPresent();
  }

  int smallestValue() {
    return smallestValue;
  }

  /** Adds a capability, and the setting that requires it. */
  public void of(Capability capability, Setting<?> asking) {
    found.putIfAbsent(capability, asking);
  }

  /** Adds a read of one record. */
  void read(Setting<?> asking) {
    if (consistency == ReadConsistency.DEFAULT) {
      of(Capability.READ_DEFAULT, asking);
    }
    consistency();
  }

  /** Adds the consistency that all reads, including scans, must offer. */
  void consistency() {
    switch (consistency) {
      case DEFAULT -> {}
      case LINEARIZABLE -> of(Capability.READ_LINEARIZABLE, WorkloadSettings.READ_CONSISTENCY);
      case STALE -> of(Capability.READ_STALE, WorkloadSettings.READ_CONSISTENCY);
    }
  }

  /** Returns what was added. */
  public Map<Capability, Setting<?>> found() {
    return Collections.unmodifiableMap(found);
  }
}
