package io.kvbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.RangeContent;
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
import io.kvbench.core.workload.Workload;
import java.time.Duration;
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
 * The contract of declarations: unsupported operations are rejected during planning, with a reason,
 * and when submitted anyway.
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
      case RANGE_ALL -> Map.of("rangeproportion", "1", "range.select", "all");
      case RANGE_PREFIX -> Map.of("rangeproportion", "1", "range.select", "prefix");
      case RANGE_FROM -> Map.of("rangeproportion", "1", "range.select", "from");
      case RANGE_RECORDS -> Map.of("rangeproportion", "1", "range.content", "records");
      case RANGE_KEYS -> Map.of("rangeproportion", "1", "range.content", "keys");
      case RANGE_COUNT -> Map.of("rangeproportion", "1", "range.content", "count");
      case RANGE_LIMIT -> Map.of("rangeproportion", "1", "range.limit", "1");
      case RANGE_DESCENDING -> Map.of("rangeproportion", "1", "range.descending", "true");
      case TRANSACTION -> Map.of("transactionproportion", "1");
      case TRANSACTION_GUARD -> Map.of("stmproportion", "1");
      case READ_TRANSACTION -> Map.of("readtransactionproportion", "1");
      case SNAPSHOT -> Map.of("stmproportion", "1", "stm.isolation", "serializable");
      case WATCH -> Map.of("watchproportion", "1");
      case WATCHER -> Map.of("watchedupdateproportion", "1");
      case WATCHER_ALL -> Map.of("watchedupdateproportion", "1", "watch.scope", "all");
      case WATCHER_SHORT -> Map.of("watchedupdateproportion", "1", "valuesize", "7");
      case WATCHER_ONCE -> Map.of("watchedupdateproportion", "1", "watch.once", "true");
      case WATCHER_REPLAY -> Map.of("watchreplayproportion", "1");
      case ONE_SHOT_READ -> Map.of("oneshotreadproportion", "1");
      case ONE_SHOT_SESSION -> Map.of("oneshotreadproportion", "1", "oneshot.session", "true");
      case LOCK, FENCED_UPDATE -> Map.of("lockproportion", "1");
      case ELECTION -> Map.of("electionproportion", "1");
      case LEASE, LEASE_KEEPALIVE -> Map.of("leasekeepaliveproportion", "1");
      case LEASE_TTL -> Map.of("leasecycleproportion", "1");
      case LEASE_EXPIRY -> Map.of("leaseexpiryproportion", "1");
      case MEMBERSHIP -> Map.of("membershipproportion", "1");
    };
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
    for (Operation operation : needing(capability, key, version)) {
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
      case RANGE_ALL -> operations.add(range(new KeyRange.All(), 0, false));
      case RANGE_PREFIX -> operations.add(range(new KeyRange.Prefix(key), 0, false));
      case RANGE_FROM -> operations.add(range(KeyRange.from(key), 0, false));
      case RANGE_RECORDS, RANGE_KEYS, RANGE_COUNT ->
          operations.add(
              new Operation.Range(
                  new KeyRange.All(), 0, content(capability), false, ReadConsistency.DEFAULT));
      case RANGE_LIMIT -> operations.add(range(new KeyRange.All(), 1, false));
      case RANGE_DESCENDING -> operations.add(range(new KeyRange.All(), 0, true));
      case TRANSACTION_GUARD ->
          operations.add(
              new Operation.Transaction(
                  List.of(
                      new Operation.Guard(key, version),
                      new Operation.Insert(Keys.next(), value))));
      case READ_TRANSACTION ->
          operations.add(new Operation.ReadTransaction(List.of(key), ReadConsistency.DEFAULT));
      case SNAPSHOT -> operations.add(new Operation.SnapshotRead(key, 0, ReadConsistency.DEFAULT));
      case TRANSACTION ->
          operations.add(new Operation.Transaction(List.of(new Operation.Insert(key, value))));
      case WATCH -> operations.add(new Operation.Watch(key, value));
      case WATCHER -> operations.add(new Operation.WatchedUpdate(key, Values.of(8)));
      case WATCHER_SHORT -> operations.add(new Operation.WatchedUpdate(key, Values.of(7)));
      case WATCHER_ALL, WATCHER_ONCE, WATCHER_REPLAY -> {} // checked separately
      case ONE_SHOT_READ -> operations.addAll(OneShotContract.oneShot(key, false));
      case ONE_SHOT_SESSION -> operations.addAll(OneShotContract.oneShot(key, true));
      case LOCK -> operations.add(CoordinationContract.lock(key, Operation.Ownership.LOCK));
      case ELECTION ->
          operations.add(CoordinationContract.lock(key, Operation.Ownership.LEADERSHIP));
      case FENCED_UPDATE ->
          operations.add(
              new Operation.FencedUpdate(
                  CoordinationContract.lock(key, Operation.Ownership.LOCK), key, value));
      case LEASE -> operations.add(new Operation.GrantLease(Duration.ofSeconds(10)));
      case LEASE_KEEPALIVE -> operations.add(new Operation.KeepLeaseAlive(version));
      case LEASE_TTL -> operations.add(new Operation.QueryLease(version));
      case LEASE_EXPIRY -> operations.add(new Operation.AttachToLease(version, key, value));
      case MEMBERSHIP -> operations.add(new Operation.JoinGroup(version, key, Keys.next(), value));
    }
    return operations;
  }

  private static boolean needsVersion(Capability capability) {
    return capability == Capability.COMPARE_AND_SET || capability == Capability.TRANSACTION_GUARD;
  }

  private static Operation range(KeyRange keys, int limit, boolean descending) {
    return new Operation.Range(keys, limit, RangeContent.KEYS, descending, ReadConsistency.DEFAULT);
  }

  private static RangeContent content(Capability capability) {
    return switch (capability) {
      case RANGE_RECORDS -> RangeContent.RECORDS;
      case RANGE_COUNT -> RangeContent.COUNT;
      default -> RangeContent.KEYS;
    };
  }
}
