package com.example.store;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.testkit.contract.BindingContract;
import io.kvbench.testkit.contract.KeyRule;
import io.kvbench.testkit.contract.Subject;
import io.kvbench.testkit.contract.SystemFacts;
import io.kvbench.testkit.contract.VersionRule;
import io.kvbench.testkit.contract.WriteAnswers;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The contract tests that kvbench's own bindings pass, too. */
final class MapContractTest extends BindingContract {
  /** The facts of the map store: it detects missing records, and accepts all keys and values. */
  private record MapSubject() implements Subject {
    @Override
    public BindingProvider provider() {
      return new MapProvider();
    }

    @Override
    public String system() {
      return "map";
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
      return Map.of();
    }
  }

  @Override
  protected Subject subject() {
    return new MapSubject();
  }
}
