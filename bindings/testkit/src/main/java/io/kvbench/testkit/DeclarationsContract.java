package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunPlanner;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.WorkloadSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a system cannot do is refused in planning, with a reason, and when submitted all the same.
 */
interface DeclarationsContract extends ContractBase {

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
    Optional<RunPlan> plan = plan(asking(capability), problems);
    List<String> messages = problems.list().stream().map(Problem::message).toList();
    String refusal =
        "%s does not support %s".formatted(stage().system().title(), capability.title());
    if (can(capability)) {
      assertThat(messages).noneMatch(message -> message.startsWith(refusal));
      assertThat(plan.isPresent() || !messages.isEmpty()).isTrue();
    } else {
      assertThat(plan).isEmpty();
      // That there is one is another test's affair.
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
        Stream.of(RunSettings.all(), WorkloadSettings.all(), stage().system().settings())
            .<Setting<?>>flatMap(List::stream)
            .toList();
    Settings settings = Settings.resolve(assignments, known, problems);
    return RunPlanner.plan("contract", stage().system(), settings, problems);
  }

  private static Map<String, String> asking(Capability capability) {
    return switch (capability) {
      case INSERT -> Map.of("insertproportion", "1");
      case READ_DEFAULT -> Map.of("readproportion", "1");
      case READ_LINEARIZABLE -> Map.of("readproportion", "1", "readconsistency", "linearizable");
      case READ_STALE -> Map.of("readproportion", "1", "readconsistency", "stale");
      case UPDATE -> Map.of("updateproportion", "1");
      case DELETE -> Map.of("deleteproportion", "1");
      case SCAN -> Map.of("scanproportion", "1");
      case COMPARE_AND_SET -> Map.of("compareandsetproportion", "1");
      case TRANSACTION -> Map.of("transactionproportion", "1");
      case WATCH -> Map.of("watchproportion", "1");
    };
  }

  @ParameterizedTest
  @EnumSource(Capability.class)
  default void whatIsLackingFailsWhenSubmittedAllTheSame(Capability capability) throws Exception {
    CheckedBinding opened = stage().shared();
    Session session = opened.binding().openSession(0);
    Key key = Keys.next();
    long version = 1;
    if (capability == Capability.COMPARE_AND_SET && can(capability)) {
      opened.insert(key, Values.of(2));
      version = opened.read(session, key).version();
    }
    for (Operation operation : needing(capability, key, version)) {
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

  private static List<Operation> needing(Capability capability, Key key, long version) {
    Value value = Values.of(1);
    List<Operation> operations = new ArrayList<>();
    switch (capability) {
      case INSERT -> operations.add(new Operation.Insert(key, value));
      case READ_DEFAULT -> operations.add(new Operation.Read(key, ReadConsistency.DEFAULT));
      case READ_LINEARIZABLE ->
          operations.add(new Operation.Read(key, ReadConsistency.LINEARIZABLE));
      case READ_STALE -> operations.add(new Operation.Read(key, ReadConsistency.STALE));
      case UPDATE -> operations.add(new Operation.Update(key, value));
      case DELETE -> operations.add(new Operation.Delete(key));
      case SCAN -> operations.add(new Operation.Scan(key, 1, ReadConsistency.DEFAULT));
      case COMPARE_AND_SET -> operations.add(new Operation.CompareAndSet(key, version, value));
      case TRANSACTION ->
          operations.add(new Operation.Transaction(List.of(new Operation.Insert(key, value))));
      case WATCH -> operations.add(new Operation.Watch(key, value));
    }
    return operations;
  }
}
