package io.kvbench.core.workload.family;

import static io.kvbench.core.workload.family.RequestKind.Trait.COMPARES_VERSIONS;
import static io.kvbench.core.workload.family.RequestKind.Trait.CREATES_MISSING;
import static io.kvbench.core.workload.family.RequestKind.Trait.NEEDS_RECORD;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.SoftwareTransaction;
import io.kvbench.core.operation.SoftwareTransaction.Isolation;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Transactions of several updates or reads, and software transactions. */
public final class TransactionFamily implements Family {

  @Override
  public List<RequestKind> kinds() {
    return List.of(
        RequestKind.of(
            OperationType.TRANSACTION,
            WorkloadSettings.TRANSACTION_PROPORTION,
            NEEDS_RECORD,
            CREATES_MISSING),
        RequestKind.of(
            OperationType.READ_TRANSACTION,
            WorkloadSettings.READ_TRANSACTION_PROPORTION,
            NEEDS_RECORD),
        RequestKind.of(
            OperationType.STM, WorkloadSettings.STM_PROPORTION, NEEDS_RECORD, COMPARES_VERSIONS));
  }

  @Override
  public List<FamilyOptions> options() {
    return List.of(
        new FamilyOptions(
            EnumSet.of(OperationType.TRANSACTION, OperationType.READ_TRANSACTION),
            "the mix has no transactions; set transactionproportion",
            WorkloadSettings.TRANSACTION_LENGTH),
        new FamilyOptions(
            EnumSet.of(OperationType.STM),
            "the mix has no software transactions; set stmproportion",
            WorkloadSettings.STM_READS,
            WorkloadSettings.STM_WRITES,
            WorkloadSettings.STM_ISOLATION,
            WorkloadSettings.STM_ATTEMPTS));
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(
        Capability.TRANSACTION,
        Capability.TRANSACTION_GUARD,
        Capability.READ_TRANSACTION,
        Capability.SNAPSHOT);
  }

  @Override
  public void need(OperationType kind, Needs needs) {
    switch (kind) {
      case TRANSACTION -> {
        needs.of(Capability.TRANSACTION, WorkloadSettings.TRANSACTION_PROPORTION);
        needs.of(Capability.UPDATE, WorkloadSettings.TRANSACTION_PROPORTION);
      }
      case READ_TRANSACTION -> {
        needs.of(Capability.READ_TRANSACTION, WorkloadSettings.READ_TRANSACTION_PROPORTION);
        needs.consistency();
      }
      default -> needSoftwareTransactions(needs);
    }
  }

  private static void needSoftwareTransactions(Needs needs) {
    needs.read(WorkloadSettings.STM_PROPORTION);
    Isolation isolation = needs.get(WorkloadSettings.STM_ISOLATION);
    if (needs.get(WorkloadSettings.STM_READS) > 1) {
      needs.of(Capability.TRANSACTION, WorkloadSettings.STM_PROPORTION);
    } else if (isolation == Isolation.SERIALIZABLE_SNAPSHOT) {
      needs.of(Capability.TRANSACTION, WorkloadSettings.STM_ISOLATION);
    }
    if (isolation.readsSnapshot()) {
      needs.of(Capability.SNAPSHOT, WorkloadSettings.STM_ISOLATION);
    }
    if (isolation == Isolation.READ_COMMITTED) {
      needs.of(Capability.UPDATE, WorkloadSettings.STM_PROPORTION);
      return;
    }
    needs.of(Capability.COMPARE_AND_SET, WorkloadSettings.STM_ISOLATION);
    if (needs.get(WorkloadSettings.STM_READS) > needs.get(WorkloadSettings.STM_WRITES)) {
      needs.of(Capability.TRANSACTION_GUARD, WorkloadSettings.STM_ISOLATION);
    }
  }

  @Override
  public Set<Capability> needOfTraced(OperationType type) {
    return switch (type) {
      case TRANSACTION -> EnumSet.of(Capability.TRANSACTION);
      case READ_TRANSACTION -> EnumSet.of(Capability.READ_TRANSACTION);
      default -> Family.super.needOfTraced(type);
    };
  }

  @Override
  public void check(OperationType kind, Conflicts conflicts) {
    switch (kind) {
      case TRANSACTION ->
          checkRecords(
              WorkloadSettings.TRANSACTION_PROPORTION,
              WorkloadSettings.TRANSACTION_LENGTH,
              conflicts);
      case READ_TRANSACTION ->
          checkRecords(
              WorkloadSettings.READ_TRANSACTION_PROPORTION,
              WorkloadSettings.TRANSACTION_LENGTH,
              conflicts);
      default -> {
        checkRecords(WorkloadSettings.STM_PROPORTION, WorkloadSettings.STM_READS, conflicts);
        checkWrites(conflicts);
      }
    }
  }

  /** The records of one transaction are distinct neighbours. */
  private static void checkRecords(
      Setting<Double> proportion, Setting<Integer> count, Conflicts conflicts) {
    if (conflicts.get(count) == 1) {
      return;
    }
    if (conflicts.get(WorkloadSettings.SAME_KEY)) {
      conflicts.add(
          proportion,
          ("%s=%s cannot be combined with samekey=true: the records of a transaction have to"
                  + " differ; set %s=1.")
              .formatted(proportion.name(), conflicts.get(proportion), count.name()));
    } else {
      conflicts.checkRecords(count);
    }
  }

  private static void checkWrites(Conflicts conflicts) {
    int reads = conflicts.get(WorkloadSettings.STM_READS);
    int writes = conflicts.get(WorkloadSettings.STM_WRITES);
    if (writes > reads) {
      conflicts.add(
          WorkloadSettings.STM_WRITES,
          "stm.writes=%d exceeds stm.reads=%d: a software transaction writes records that it has read."
              .formatted(writes, reads));
    }
  }

  @Override
  public RequestFactory factory(Settings settings, SortedKeys known) {
    int length = settings.get(WorkloadSettings.TRANSACTION_LENGTH);
    SoftwareTransactions software =
        new SoftwareTransactions(
            settings.get(WorkloadSettings.STM_READS),
            settings.get(WorkloadSettings.STM_WRITES),
            settings.get(WorkloadSettings.STM_ISOLATION),
            settings.get(WorkloadSettings.STM_ATTEMPTS));
    return records ->
        kind ->
            switch (kind) {
              case TRANSACTION ->
                  new Operation.Transaction(
                      records.neighbours(length).stream().map(records::update).toList());
              case READ_TRANSACTION ->
                  new Operation.ReadTransaction(records.neighbours(length), records.consistency());
              default -> software.of(records);
            };
  }

  /** The common parameters of software transactions. */
  private record SoftwareTransactions(int reads, int writes, Isolation isolation, int attempts) {
    SoftwareTransaction of(ClientRecords records) {
      List<Key> keys = records.neighbours(reads);
      return new SoftwareTransaction(
          keys.stream().map(records::read).toList(),
          keys.stream().limit(writes).map(records::value).toList(),
          isolation,
          attempts);
    }
  }
}
