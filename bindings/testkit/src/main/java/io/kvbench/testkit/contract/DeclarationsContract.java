package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunPlanner;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.testkit.Answer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract of declarations: unsupported operations are rejected during planning, with a reason,
 * and when submitted anyway.
 */
interface DeclarationsContract extends ContractBase {
  /** What needs each capability, by contract. */
  List<CapabilityExample> EVERY_EXAMPLE =
      Stream.of(
              WritesContract.EXAMPLES,
              ReadsContract.EXAMPLES,
              VersionsContract.EXAMPLES,
              RangesContract.EXAMPLES,
              TransactionsContract.EXAMPLES,
              WatchesContract.EXAMPLES,
              OneShotContract.EXAMPLES,
              WatchersContract.EXAMPLES,
              CoordinationContract.EXAMPLES)
          .flatMap(List::stream)
          .toList();

  private static CapabilityExample example(Capability capability) {
    List<CapabilityExample> examples =
        EVERY_EXAMPLE.stream().filter(example -> example.capability() == capability).toList();
    assertThat(examples)
        .as("examples of %s: add one to the contract that checks it", capability)
        .hasSize(1);
    return examples.getFirst();
  }

  @Test
  default void theSystemIsFoundAsARunFindsIt() {
    assertThat(
            ServiceLoader.load(BindingProvider.class).stream()
                .flatMap(provider -> provider.get().systems().stream())
                .map(SystemDescriptor::name))
        .containsOnlyOnce(stage().system().name());
  }

  @Test
  default void serversAreStartedWithoutTheSettingsOfTheBinding() {
    assertThat(stage().withoutSettings().name()).isEqualTo(stage().system().name());
  }

  @Test
  default void whatIsLackingHasAReasonForTheUserAndNothingElseHas() {
    assertThat(stage().system().reasons().keySet())
        .doesNotContainAnyElementsOf(stage().system().capabilities());
    for (Capability capability : Capability.values()) {
      if (!can(capability)) {
        assertThat(stage().system().reasons().get(capability))
            .as("the reason why there are no %s", capability.title())
            .isNotBlank()
            .endsWith(".");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  default void planningRefusesWhatTheSystemCannotDo(Capability capability) {
    Problems problems = new Problems();
    Optional<RunPlan> plan = plan(example(capability).settings(), problems);
    List<String> messages = problems.list().stream().map(Problem::message).toList();
    String refusal =
        "%s does not support %s".formatted(stage().system().title(), capability.title());
    if (can(capability)) {
      assertThat(messages).noneMatch(message -> message.startsWith(refusal));
      assertThat(plan.isPresent() || !messages.isEmpty()).isTrue();
    } else {
      assertThat(plan).isEmpty();
      // Its presence is checked by another test.
      String reason = stage().system().reasons().getOrDefault(capability, "");
      assertThat(messages).anyMatch(each -> each.startsWith(refusal) && each.endsWith(reason));
    }
  }

  private Optional<RunPlan> plan(Map<String, String> given, Problems problems) {
    Assignments assignments = new Assignments();
    Map.of(
            "recordcount", "10",
            "operationcount", "1",
            "dotransactions", "true",
            "readproportion", "0",
            "updateproportion", "0")
        .forEach((name, text) -> assignments.add(name, text, Origin.of(name)));
    given.forEach((name, text) -> assignments.add(name, text, Origin.of(name)));
    List<Setting<?>> known =
        Stream.of(RunSettings.all(), Workload.settings(), stage().system().settings())
            .<Setting<?>>flatMap(List::stream)
            .toList();
    Settings settings = Settings.resolve(assignments, known, problems);
    return RunPlanner.plan("contract", stage().system(), settings, problems);
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  default void whatIsLackingFailsWhenSubmittedAllTheSame(Capability capability) throws Exception {
    CheckedBinding opened = stage().shared();
    Session session = opened.binding().openSession(0);
    Key key = Keys.next();
    long version = 1;
    if (needsVersion(capability) && can(capability)) {
      opened.insert(key, Values.of(2));
      version = opened.read(session, key).version();
    }
    CapabilityExample.Target target = new CapabilityExample.Target(key, Values.of(1), version);
    for (Operation operation : example(capability).operations().apply(target)) {
      if (operation instanceof Operation.Range range
          && can(capability)
          && !RangesContract.allows(stage().system(), range)) {
        continue; // it lacks something else, which is checked separately
      }
      if (capability == Capability.ONE_SHOT_SESSION
          && !can(capability)
          && !(operation instanceof Operation.Handshake)) {
        continue; // connections are another capability
      }
      Answer answer = opened.submit(session, operation);
      if (can(capability)) {
        assertThat(answer.status())
            .as(answer::toString)
            .isInstanceOf(io.kvbench.core.operation.Outcome.class);
      } else {
        Refused.assertInvalid(answer);
        opened.assertAbsent(key);
      }
    }
  }

  private static boolean needsVersion(Capability capability) {
    return capability == Capability.COMPARE_AND_SET || capability == Capability.TRANSACTION_GUARD;
  }
}
