package io.kvbench.core.workload.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.family.RequestKind.Trait;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FamiliesTest {

  @Test
  void aKindOfRequestBelongsToOneFamily() {
    assertThat(Families.ALL.stream().flatMap(family -> family.kinds().stream()))
        .extracting(RequestKind::type)
        .doesNotHaveDuplicates();
  }

  /** Locks are abandoned only by owners that die. */
  @ParameterizedTest
  @EnumSource(
      value = OperationType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ABANDON_LOCK", "STM_ATTEMPT"})
  void aTypeIsAKindOfRequestOrAPartOfOneOrATimeBetween(OperationType type) {
    Set<OperationType> kinds = Families.kinds().keySet();
    assertThat(kinds.contains(type) || OperationType.withParts(kinds).contains(type))
        .isNotEqualTo(type.isBetween());
  }

  @Test
  void aCapabilityBelongsToOneFamily() {
    assertThat(Families.ALL.stream().flatMap(family -> family.capabilities().stream()))
        .as("each constant of Capability is in capabilities() of the Family that needs it")
        .containsExactlyInAnyOrder(Capability.values());
  }

  @Test
  void theSettingsOfFamiliesAreThoseOfWorkloads() {
    List<Setting<?>> settings =
        Families.ALL.stream().<Setting<?>>flatMap(family -> family.settings().stream()).toList();
    assertThat(names(settings.stream())).doesNotHaveDuplicates();
    assertThat(names(Workload.settings().stream())).containsAll(names(settings.stream()));
    assertThat(names(settings.stream()))
        .containsAll(
            names(
                Stream.of(
                        RangeSettings.all(),
                        OneShotSettings.all(),
                        WatcherSettings.all(),
                        CoordinationSettings.all())
                    .flatMap(List::stream)));
  }

  private static List<String> names(Stream<? extends Setting<?>> settings) {
    return settings.map(Setting::name).toList();
  }

  @Test
  void everyProportionBelongsToAKind() {
    assertThat(
            Workload.settings().stream()
                .map(Setting::name)
                .filter(name -> name.endsWith("proportion")))
        .containsExactlyInAnyOrderElementsOf(
            Families.kinds().values().stream()
                .flatMap(kind -> kind.proportion().stream())
                .map(Setting::name)
                .toList());
  }

  @Test
  void optionsAreReadByKindsOfRequests() {
    assertThat(
            Families.ALL.stream()
                .flatMap(family -> family.options().stream())
                .flatMap(options -> options.readers().stream()))
        .isSubsetOf(Families.kinds().keySet());
  }

  @Test
  void aPartOfARequestIsNoKind() {
    assertThat(Families.has(OperationType.LEASE_GRANT, Trait.NEEDS_RECORD)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Families.of(OperationType.LEASE_GRANT))
        .withMessage("LEASE_GRANT is not a kind of request");
  }

  /** The requests of leases and groups have keys of their own. */
  @Test
  void otherRequestsThanInsertsNeedARecord() {
    Set<OperationType> without =
        Families.kinds().keySet().stream()
            .filter(kind -> !Families.has(kind, Trait.NEEDS_RECORD))
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(OperationType.class)));
    assertThat(without)
        .containsExactlyInAnyOrder(
            OperationType.INSERT,
            OperationType.LEASE_RENEWAL,
            OperationType.LEASE_CYCLE,
            OperationType.LEASE_LIFETIME,
            OperationType.MEMBERSHIP);
  }
}
