package com.example.store;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.testkit.BindingContract;
import io.kvbench.testkit.KeyRule;
import io.kvbench.testkit.Subject;
import io.kvbench.testkit.SystemFacts;
import io.kvbench.testkit.VersionRule;
import io.kvbench.testkit.WriteAnswers;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The binding passes the contract that kvbench's own bindings pass. */
final class MapContractTest extends BindingContract {
  /** What the map store does in its own way: it tells what writes met, and takes anything. */
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
