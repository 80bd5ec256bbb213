package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the needs of every mix, and of the messages about systems that lack them. */
class CapabilityCheckTest {
  private static final String NOTHING_BY_DEFAULT = "readproportion=0\nupdateproportion=0\n";

  static Stream<Arguments> everyTypeAndConsistency() {
    return Stream.of(OperationType.values())
        .filter(type -> !needs(type, ReadConsistency.DEFAULT).isEmpty())
        .flatMap(
            type ->
                Stream.of(ReadConsistency.values())
                    .map(consistency -> Arguments.of(type, consistency)));
  }

  @ParameterizedTest
  @MethodSource("everyTypeAndConsistency")
  void whatIsNeededIsEnough(OperationType type, ReadConsistency consistency) {
    Planned planned = plan(needs(type, consistency), type, consistency);

    assertThat(planned.problems()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("everyTypeAndConsistency")
  void eachThatIsNeededIsMissedByItself(OperationType type, ReadConsistency consistency) {
    for (Capability missing : needs(type, consistency)) {
      Planned planned = plan(EnumSet.complementOf(EnumSet.of(missing)), type, consistency);

      assertThat(planned.problems())
          .singleElement()
          .asString()
          .contains("Store does not support " + missing.title());
    }
  }

  @Test
  void theProblemNamesThePropertyItsPlaceAndTheReason() {
    assertThat(
            Planned.of(
                    lacking(Capability.SCAN, "its keys have no order; set scanproportion=0."),
                    "recordcount=10\noperationcount=1\nscanproportion=0.95")
                .problems())
        .containsExactly(
            "w:3: Store does not support scans in key order, which scanproportion requires: its"
                + " keys have no order; set scanproportion=0.");
  }

  @Test
  void withoutAReasonTheProblemIsASentenceAllTheSame() {
    assertThat(
            Planned.of(
                    Planned.system(EnumSet.complementOf(EnumSet.of(Capability.DELETE)), Map.of()),
                    "recordcount=10\noperationcount=1\ndeleteproportion=1")
                .problems())
        .containsExactly("w:3: Store does not support deletes, which deleteproportion requires.");
  }

  @Test
  void aDefaultIsBlamedByItsName() {
    assertThat(
            Planned.of(
                    lacking(Capability.READ_DEFAULT, "it is write-only."),
                    "recordcount=10\noperationcount=1")
                .problems())
        .singleElement()
        .asString()
        .startsWith("readproportion: Store does not support reads");
  }

  @Test
  void aConsistencyThatIsNotTheSystemsOwnIsBlamedOnWhatAsksForIt() {
    assertThat(
            Planned.of(
                    lacking(Capability.READ_STALE, "every read is linearizable."),
                    "recordcount=10\noperationcount=1\nreadconsistency=stale")
                .problems())
        .containsExactly(
            "w:3: Store does not support stale reads, which readconsistency requires: every read is"
                + " linearizable.");
  }

  @Test
  void aSessionForEachReadIsNeededWhereItIsAskedFor() {
    String reads =
        """
        recordcount=10
        operationcount=1
        readproportion=0
        updateproportion=0
        oneshotreadproportion=1
        """;
    SystemDescriptor system =
        lacking(Capability.ONE_SHOT_SESSION, "there are none; omit oneshot.session.");

    assertThat(Planned.of(system, reads).problems()).isEmpty();
    assertThat(Planned.of(system, reads + "oneshot.session=true").problems())
        .containsExactly(
            "w:6: Store does not support one-shot reads with a session each, which oneshot.session"
                + " requires: there are none; omit oneshot.session.");
  }

  @Test
  void aSoftwareTransactionOfOneRecordNeedsNoTransactions() {
    String counter =
        """
        recordcount=10
        operationcount=1
        readproportion=0
        updateproportion=0
        stmproportion=1
        stm.reads=%d
        """;
    SystemDescriptor system = lacking(Capability.TRANSACTION, "it has none.");

    assertThat(Planned.of(system, counter.formatted(1)).problems()).isEmpty();
    assertThat(Planned.of(system, counter.formatted(2)).problems())
        .containsExactly(
            "w:5: Store does not support transactions, which stmproportion requires: it has none.");
  }

  @Test
  void isolationOnOneVersionOfTheStoreNeedsReadsOfIt() {
    String stm =
        """
        recordcount=10
        operationcount=1
        readproportion=0
        updateproportion=0
        stmproportion=1
        stm.isolation=%s
        """;
    SystemDescriptor system =
        lacking(Capability.SNAPSHOT, "it has none; set stm.isolation=repeatable_reads.");

    assertThat(Planned.of(system, stm.formatted("repeatable_reads")).problems()).isEmpty();
    assertThat(Planned.of(system, stm.formatted("read_committed")).problems()).isEmpty();
    for (String isolation : List.of("serializable", "serializable_snapshot")) {
      assertThat(Planned.of(system, stm.formatted(isolation)).problems())
          .containsExactly(
              "w:6: Store does not support reads at one version of the whole store, which"
                  + " stm.isolation requires: it has none; set stm.isolation=repeatable_reads.");
    }
    assertThat(
            Planned.of(
                    lacking(Capability.TRANSACTION, "it has none."),
                    stm.formatted("serializable_snapshot") + "stm.reads=1")
                .problems())
        .containsExactly(
            "w:6: Store does not support transactions, which stm.isolation requires: it has none.");
  }

  @Test
  void watchersOfShortValuesAreAskedForByTheirSize() {
    String watched =
        """
        recordcount=10
        operationcount=1
        readproportion=0
        updateproportion=0
        watchedupdateproportion=1
        """;
    SystemDescriptor system = lacking(Capability.WATCHER_SHORT, "set valuesize=8.");

    assertThat(Planned.of(system, watched + "valuesize=8").problems()).isEmpty();
    assertThat(Planned.of(system, watched + "valuesize=7").problems())
        .singleElement()
        .asString()
        .startsWith("w:6: Store does not support watchers of records with values under 8 bytes");
    assertThat(
            Planned.of(
                    system,
                    watched
                        + "fieldlengthdistribution=uniform\nfieldcount=1\nminfieldlength=1\nfieldlength=20")
                .problems())
        .singleElement()
        .asString()
        .contains("which fieldlength requires");
  }

  @Test
  void allThatIsMissingIsToldAtOnce() {
    assertThat(
            Planned.of(
                    Planned.system(Set.of(), Map.of()),
                    "recordcount=10\noperationcount=1\nscanproportion=1\ndeleteproportion=1")
                .problems())
        .hasSize(5)
        .anyMatch(each -> each.contains("inserts, which recordcount requires"))
        .anyMatch(each -> each.contains("updates, which updateproportion requires"));
  }

  @Test
  void theLoadNeedsInsertsAndNothingOfTheMix() {
    Planned planned =
        Planned.of(
            Planned.system(EnumSet.of(Capability.INSERT), Map.of()),
            "recordcount=10\ndotransactions=false\nscanproportion=1");

    assertThat(planned.phases()).containsExactly(PhaseName.LOAD);
  }

  @Test
  void theRunAloneNeedsNoInsertsForItsRecords() {
    Planned planned =
        Planned.of(
            Planned.system(EnumSet.of(Capability.READ_DEFAULT), Map.of()),
            "recordcount=10\noperationcount=1\ndotransactions=true\nupdateproportion=0");

    assertThat(planned.phases()).containsExactly(PhaseName.RUN);
  }

  private static Set<Capability> needs(OperationType type, ReadConsistency consistency) {
    Capability read =
        switch (consistency) {
          case DEFAULT -> Capability.READ_DEFAULT;
          case LINEARIZABLE -> Capability.READ_LINEARIZABLE;
          case STALE -> Capability.READ_STALE;
        };
    return switch (type) {
      case INSERT -> EnumSet.of(Capability.INSERT);
      case READ -> EnumSet.of(read);
      case UPDATE -> EnumSet.of(Capability.UPDATE);
      case DELETE -> EnumSet.of(Capability.DELETE);
      case SCAN -> with(consistency, Capability.SCAN);
      case TRANSACTION -> EnumSet.of(Capability.TRANSACTION, Capability.UPDATE);
      case WATCH -> EnumSet.of(Capability.WATCH);
      case WATCHED_UPDATE -> EnumSet.of(Capability.WATCHER);
      case READ_TRANSACTION -> with(consistency, Capability.READ_TRANSACTION);
      case RANGE -> with(consistency, Capability.RANGE_FROM, Capability.RANGE_RECORDS);
      case PAGED_RANGE ->
          with(
              consistency, Capability.RANGE_FROM, Capability.RANGE_RECORDS, Capability.RANGE_LIMIT);
      case ONE_SHOT_READ -> EnumSet.of(read, Capability.ONE_SHOT_READ);
      case CRITICAL_SECTION -> EnumSet.of(Capability.LOCK, Capability.FENCED_UPDATE);
      case LEADERSHIP -> EnumSet.of(Capability.ELECTION, Capability.FENCED_UPDATE);
      case LEASE_RENEWAL -> EnumSet.of(Capability.LEASE, Capability.LEASE_KEEPALIVE);
      case LEASE_CYCLE ->
          EnumSet.of(Capability.LEASE, Capability.LEASE_KEEPALIVE, Capability.LEASE_TTL);
      case LEASE_LIFETIME -> EnumSet.of(Capability.LEASE, Capability.LEASE_EXPIRY);
      case MEMBERSHIP ->
          EnumSet.of(Capability.LEASE, Capability.LEASE_KEEPALIVE, Capability.MEMBERSHIP);
      case WATCH_CATCH_UP -> EnumSet.of(Capability.WATCHER_REPLAY);
      case STM ->
          EnumSet.of(
              read,
              Capability.TRANSACTION,
              Capability.COMPARE_AND_SET,
              Capability.TRANSACTION_GUARD);
      case READ_MODIFY_WRITE -> EnumSet.of(read, Capability.UPDATE);
      case COMPARE_AND_SET, READ_COMPARE_AND_SET -> EnumSet.of(read, Capability.COMPARE_AND_SET);
      default -> EnumSet.noneOf(Capability.class); // Only a part of another request.
    };
  }

  /** Reads of several records have a default consistency of their own. */
  private static Set<Capability> with(ReadConsistency consistency, Capability... others) {
    Set<Capability> needs = EnumSet.copyOf(List.of(others));
    switch (consistency) {
      case DEFAULT -> {}
      case LINEARIZABLE -> needs.add(Capability.READ_LINEARIZABLE);
      case STALE -> needs.add(Capability.READ_STALE);
    }
    return needs;
  }

  private static String property(OperationType type) {
    return switch (type) {
      case CRITICAL_SECTION -> "lock";
      case LEADERSHIP -> "election";
      case LEASE_RENEWAL -> "leasekeepalive";
      case LEASE_LIFETIME -> "leaseexpiry";
      case WATCH_CATCH_UP -> "watchreplay";
      case PAGED_RANGE -> "range.pagesize=3\nrange";
      case COMPARE_AND_SET, READ_COMPARE_AND_SET -> "compareandset";
      default -> type.name().toLowerCase(Locale.ROOT).replace("_", "");
    };
  }

  /** Plans only the run, of a mix of one type. */
  private static Planned plan(
      Set<Capability> capabilities, OperationType type, ReadConsistency consistency) {
    String property = property(type) + "proportion";
    return Planned.of(
        Planned.system(capabilities, Map.of()),
        NOTHING_BY_DEFAULT
            + "recordcount=10\noperationcount=1\ndotransactions=true\n"
            + property
            + "=1\nreadconsistency="
            + consistency.name().toLowerCase(Locale.ROOT));
  }

  private static SystemDescriptor lacking(Capability missing, String reason) {
    return Planned.system(EnumSet.complementOf(EnumSet.of(missing)), Map.of(missing, reason));
  }
}
