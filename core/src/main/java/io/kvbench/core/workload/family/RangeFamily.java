package io.kvbench.core.workload.family;

import static io.kvbench.core.workload.family.RequestKind.Trait.NEEDS_RECORD;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.PagedRange;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Ranges of records, read at once or in pages. */
public final class RangeFamily implements Family {

  @Override
  public List<RequestKind> kinds() {
    return List.of(
        RequestKind.of(OperationType.RANGE, RangeSettings.RANGE_PROPORTION, NEEDS_RECORD),
        RequestKind.withoutProportion(OperationType.PAGED_RANGE, NEEDS_RECORD));
  }

  @Override
  public List<FamilyOptions> options() {
    return List.of(
        new FamilyOptions(
            List.of(
                RangeSettings.RANGE_SELECTION,
                RangeSettings.RANGE_PREFIX,
                RangeSettings.RANGE_START,
                RangeSettings.RANGE_END,
                RangeSettings.RANGE_LIMIT,
                RangeSettings.RANGE_PAGE,
                RangeSettings.RANGE_CONTENT,
                RangeSettings.RANGE_DESCENDING),
            EnumSet.of(OperationType.RANGE, OperationType.PAGED_RANGE),
            "the mix has no ranges; set rangeproportion",
            List.of(
                new FamilyOptions.Detail(
                    RangeSettings.RANGE_PREFIX,
                    settings ->
                        settings.get(RangeSettings.RANGE_SELECTION) == RangeSelection.PREFIX,
                    "set range.select=prefix to use it"))));
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.ranges());
  }

  @Override
  public void need(OperationType kind, Needs needs) {
    needs.of(
        switch (needs.get(RangeSettings.RANGE_SELECTION)) {
          case ALL -> Capability.RANGE_ALL;
          case PREFIX -> Capability.RANGE_PREFIX;
          case FROM, BETWEEN -> Capability.RANGE_FROM;
        },
        RangeSettings.RANGE_SELECTION);
    needs.of(
        switch (needs.get(RangeSettings.RANGE_CONTENT)) {
          case RECORDS -> Capability.RANGE_RECORDS;
          case KEYS -> Capability.RANGE_KEYS;
          case COUNT -> Capability.RANGE_COUNT;
        },
        RangeSettings.RANGE_CONTENT);
    for (Setting<Integer> limit : List.of(RangeSettings.RANGE_LIMIT, RangeSettings.RANGE_PAGE)) {
      if (needs.get(limit) > 0) {
        needs.of(Capability.RANGE_LIMIT, limit);
      }
    }
    if (needs.get(RangeSettings.RANGE_PAGE) > 0) {
      needs.of(Capability.RANGE_FROM, RangeSettings.RANGE_PAGE);
    }
    if (needs.get(RangeSettings.RANGE_DESCENDING)) {
      needs.of(Capability.RANGE_DESCENDING, RangeSettings.RANGE_DESCENDING);
    }
    needs.consistency();
  }

  /** Further needs of a range only show when it is sent. */
  @Override
  public Set<Capability> needOfTraced(OperationType type) {
    return type == OperationType.RANGE
        ? EnumSet.of(Capability.RANGE_PREFIX, Capability.RANGE_RECORDS)
        : Family.super.needOfTraced(type);
  }

  /** Ranges with a common start choose none. */
  @Override
  public boolean needsNoRecord(Settings settings) {
    return settings.isGiven(RangeSettings.RANGE_START);
  }

  @Override
  public void check(OperationType kind, Conflicts conflicts) {
    checkBounds(conflicts);
    if (conflicts.get(RangeSettings.RANGE_CONTENT) != RangeContent.COUNT) {
      return;
    }
    for (Setting<Integer> limit : List.of(RangeSettings.RANGE_LIMIT, RangeSettings.RANGE_PAGE)) {
      if (conflicts.get(limit) > 0) {
        conflicts.add(
            limit,
            "%s=%d cannot be combined with range.content=count: a count is one number, of all records in the range; omit one of the two."
                .formatted(limit.name(), conflicts.get(limit)));
      }
    }
  }

  private static void checkBounds(Conflicts conflicts) {
    Optional<Key> start = conflicts.settings().find(RangeSettings.RANGE_START);
    Optional<Key> end = conflicts.settings().find(RangeSettings.RANGE_END);
    if (start.isPresent() && conflicts.get(RangeSettings.RANGE_SELECTION) != RangeSelection.FROM) {
      conflicts.add(
          RangeSettings.RANGE_START,
          "range.start needs range.select=from: other ranges begin with a chosen record.");
    }
    if (end.isPresent() && start.isEmpty()) {
      conflicts.add(
          RangeSettings.RANGE_END, "range.end needs range.start, with which the ranges begin.");
    }
    if (start.isPresent() && end.isPresent() && !isBehind(end.get(), start.get())) {
      conflicts.add(
          RangeSettings.RANGE_END,
          "range.end=%s does not follow range.start=%s, so the range is empty; set a larger key."
              .formatted(end.get(), start.get()));
    }
  }

  private static boolean isBehind(Key one, Key other) {
    return Arrays.compareUnsigned(one.toByteArray(), other.toByteArray()) > 0;
  }

  /** Ranges are read in pages if a page has a size. */
  @Override
  public void adjust(Settings settings, Map<OperationType, Double> weights) {
    Double weight = weights.get(OperationType.RANGE);
    if (weight != null && settings.get(RangeSettings.RANGE_PAGE) > 0) {
      weights.remove(OperationType.RANGE);
      weights.put(OperationType.PAGED_RANGE, weight);
    }
  }

  @Override
  public RequestFactory factory(Settings settings, SortedKeys known) {
    return new Ranges(
        settings.get(RangeSettings.RANGE_SELECTION),
        settings.find(RangeSettings.RANGE_START),
        settings.find(RangeSettings.RANGE_END),
        settings.get(RangeSettings.RANGE_PREFIX),
        settings.get(RangeSettings.RANGE_LIMIT),
        settings.get(RangeSettings.RANGE_PAGE),
        settings.get(RangeSettings.RANGE_CONTENT),
        settings.get(RangeSettings.RANGE_DESCENDING),
        known);
  }

  /**
   * The common parameters of the ranges of a workload.
   *
   * @param start the common start; empty if each range begins with a chosen record
   * @param end the common end of ranges with that start; empty for the last record
   * @param known the loaded records
   */
  private record Ranges(
      RangeSelection selection,
      Optional<Key> start,
      Optional<Key> end,
      int prefixLength,
      int limit,
      int pageSize,
      RangeContent content,
      boolean descending,
      SortedKeys known)
      implements RequestFactory {

    @Override
    public void prepare() {
      known.prepare();
    }

    @Override
    public FamilyRequests requests(ClientRecords records) {
      return kind -> {
        Operation.Range range = range(records);
        return kind == OperationType.RANGE ? range : new PagedRange(range, pageSize);
      };
    }

    private Operation.Range range(ClientRecords records) {
      KeyRange keys =
          switch (selection) {
            case ALL -> new KeyRange.All();
            case PREFIX -> new KeyRange.Prefix(prefix(records.existing()));
            case FROM ->
                start.isPresent()
                    ? new KeyRange.Between(start, end)
                    : KeyRange.from(records.existing());
            case BETWEEN -> KeyRange.between(records.existing(), records.existing());
          };
      return new Operation.Range(keys, limit, content, descending, records.consistency(), known);
    }

    private Key prefix(Key key) {
      byte[] bytes = key.toByteArray();
      return Key.of(Arrays.copyOf(bytes, Math.min(prefixLength, bytes.length)));
    }
  }
}
