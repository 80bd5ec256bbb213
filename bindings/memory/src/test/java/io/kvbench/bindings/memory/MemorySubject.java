package io.kvbench.bindings.memory;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.testkit.KeyRule;
import io.kvbench.testkit.Subject;
import io.kvbench.testkit.SystemFacts;
import io.kvbench.testkit.VersionRule;
import io.kvbench.testkit.WriteAnswers;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The properties of the memory binding with any dispatch, for the contract. Every opened binding
 * has its own store.
 *
 * @param settings the settings of the dispatch
 */
record MemorySubject(Map<String, String> settings) implements Subject {
  @Override
  public BindingProvider provider() {
    return Memory.provider();
  }

  @Override
  public String system() {
    return "memory";
  }

  @Override
  public boolean passesRecordsOn() {
    return true;
  }

  @Override
  public SystemFacts facts() {
    return new SystemFacts(
        WriteAnswers.TELLING,
        WriteAnswers.TELLING,
        VersionRule.EVERY_WRITE,
        Optional.empty(),
        Optional.empty(),
        OptionalInt.empty(),
        KeyRule.anyBytes());
  }

  @Override
  public Map<String, String> space(int number) {
    return settings;
  }
}
