package io.kvbench.core.workload;

import io.kvbench.core.history.HistoryRecorder;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.check.AcknowledgedRecords;
import io.kvbench.core.workload.check.AcknowledgedWrites;
import io.kvbench.core.workload.check.CompareAndSetVersions;
import io.kvbench.core.workload.check.LastWrites;
import io.kvbench.core.workload.check.LengthCheck;
import io.kvbench.core.workload.check.ReadBack;
import io.kvbench.core.workload.check.ReadLengthsCheck;
import io.kvbench.core.workload.check.RecordedOperations;
import io.kvbench.core.workload.check.ValueCheck;
import io.kvbench.core.workload.check.WrittenRecords;
import io.kvbench.core.workload.family.Conflicts;
import io.kvbench.core.workload.family.CoordinationSettings;
import io.kvbench.core.workload.family.Families;
import io.kvbench.core.workload.family.Family;
import io.kvbench.core.workload.family.OneShotSettings;
import io.kvbench.core.workload.family.RangeSettings;
import io.kvbench.core.workload.family.RequestKind.Trait;
import io.kvbench.core.workload.family.WatcherSettings;
import io.kvbench.core.workload.key.InsertNumbers;
import io.kvbench.core.workload.key.KeyChoice;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.KeyNumbers;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.key.RecordNumbers;
import io.kvbench.core.workload.key.RunPart;
import io.kvbench.core.workload.key.SortedKeys;
import io.kvbench.core.workload.replay.Replay;
import io.kvbench.core.workload.request.InsertRetry;
import io.kvbench.core.workload.request.LoadRequests;
import io.kvbench.core.workload.request.RequestMix;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.request.RunSources;
import io.kvbench.core.workload.sample.RandomStream;
import io.kvbench.core.workload.setting.TraceSettings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.core.workload.value.KeyedValues;
import io.kvbench.core.workload.value.RecordSize;
import io.kvbench.core.workload.value.ValuePool;
import io.kvbench.core.workload.value.ValueSource;
import io.kvbench.core.workload.value.WriteId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * A workload: the records, and the mix of requests on them. Immutable; each of its sources is for
 * one thread at a time.
 *
 * <p>A deleted record is not inserted again, and other requests may go to it: {@code NOT_FOUND} is
 * then a correct answer.
 */
public final class Workload {
  private final RecordNumbers space;

  /** The only mix, or that of all lanes together. */
  private final RunSources.Lane lane;

  private final Optional<WatcherPlan> watchers;
  private final RecordSize size;
  private final LoadProfile profile;
  private final InsertRetry retry;
  private final long seed;
  private final Optional<Replay> replay;

  /** The mixes that run side by side; empty if there is only one mix. */
  private final List<RunSources.Lane> lanes;

  /** The values of which acknowledged writes are noted; empty without {@code dataintegrity}. */
  private final Optional<KeyedValues> noted;

  private Workload(
      RecordNumbers space,
      RunSources.Lane lane,
      Optional<WatcherPlan> watchers,
      RecordSize size,
      LoadProfile profile,
      InsertRetry retry,
      long seed,
      Optional<Replay> replay,
      List<RunSources.Lane> lanes,
      boolean notes) {
    this.space = space;
    this.lane = lane;
    this.watchers = watchers;
    this.size = size;
    this.profile = profile;
    this.retry = retry;
    this.seed = seed;
    this.replay = replay;
    this.lanes = List.copyOf(lanes);
    this.noted = keyedValues(lane).filter(values -> notes);
  }

  private static Optional<KeyedValues> keyedValues(RunSources.Lane lane) {
    return lane.values() instanceof KeyedValues values ? Optional.of(values) : Optional.empty();
  }

  /**
   * Creates a workload from {@link WorkloadSettings}.
   *
   * @param expectedRequests the total number of requests of the warmup and the run, as far as is
   *     known; 0 if only time limits them
   * @return empty if a problem was found
   */
  public static Optional<Workload> from(
      Settings settings, long expectedRequests, Problems problems) {
    if (settings.find(TraceSettings.TRACE).isPresent()) {
      return Replay.from(settings, problems).map(trace -> replaying(trace, settings));
    }
    Problems found = new Problems();
    RecordNumbers space = RecordNumbers.from(settings, found);
    RequestMix mix = RequestMix.from(settings, found);
    long inserts = mix.kinds().contains(OperationType.INSERT) ? expectedRequests : 0;
    long largest = space.largest(inserts);
    KeyFormat format = KeyFormat.from(settings, largest, found);
    KeyChoice choice =
        KeyChoice.from(settings, space, expectedRequests * mix.share(OperationType.INSERT), found);
    RecordSize size = RecordSize.from(settings, found);
    SettingConflicts.check(size, new Conflicts(settings, space, found));
    found.list().forEach(problem -> problems.add(problem.where(), problem.message()));
    if (!found.isEmpty()) {
      return Optional.empty();
    }
    ReadConsistency consistency = settings.get(WorkloadSettings.READ_CONSISTENCY);
    return Optional.of(
        new Workload(
            space,
            new RunSources.Lane(
                choice,
                mix,
                format,
                values(settings, size),
                consistency,
                Families.factories(mix.kinds(), settings, new SortedKeys(format, space)),
                0),
            watchers(settings, mix, space, format),
            size,
            new LoadProfile(
                format.bytes(largest),
                format.words(),
                size.constant() ? OptionalInt.of(size.max()) : OptionalInt.empty(),
                size.words(),
                consistency),
            InsertRetry.from(settings),
            settings.get(WorkloadSettings.SEED),
            Optional.empty(),
            List.of(),
            settings.get(WorkloadSettings.DATA_INTEGRITY)));
  }

  /**
   * Returns this workload with several mixes side by side, which share its records.
   *
   * @param mixes the workload of each, with the same records as this one
   * @param clients the number of clients of each
   */
  public Workload sideBySide(List<Workload> mixes, List<Integer> clients) {
    List<RunSources.Lane> own = new ArrayList<>();
    RecordSize sizes = size;
    for (int index = 0; index < mixes.size(); index++) {
      Workload mix = mixes.get(index);
      // Values with an identity belong to one run.
      RunSources.Lane same =
          lane.values() instanceof KeyedValues ? mix.lane.with(lane.values()) : mix.lane;
      own.add(same.of(clients.get(index)));
      sizes = sizes.or(mix.size);
    }
    return new Workload(
        space, lane, watchers, sizes, profile, retry, seed, replay, own, noted.isPresent());
  }

  /** The mix is that of the trace; the settings of keys and values do not matter. */
  private static Workload replaying(Replay trace, Settings settings) {
    Map<OperationType, Double> weights = new EnumMap<>(OperationType.class);
    trace.measured().forEach((type, count) -> weights.put(type, (double) count));
    RecordSize size = trace.size();
    KeyFormat format = KeyFormat.from(settings, 0, new Problems());
    ValueSource values =
        new ValuePool(RecordSize.exactly(0), 0, settings.get(WorkloadSettings.SEED));
    return new Workload(
        new RecordNumbers(trace.loadCount(), 0, trace.loadCount(), trace.loadCount()),
        new RunSources.Lane(
            known -> random -> 0,
            new RequestMix(weights),
            format,
            values,
            settings.get(WorkloadSettings.READ_CONSISTENCY),
            Map.of(),
            0),
        Optional.empty(),
        size,
        new LoadProfile(
            OptionalInt.empty(),
            "as recorded, up to %d bytes".formatted(trace.longestKey()),
            OptionalInt.empty(),
            size.words(),
            settings.get(WorkloadSettings.READ_CONSISTENCY)),
        InsertRetry.NONE,
        settings.get(WorkloadSettings.SEED),
        Optional.of(trace),
        List.of(),
        false);
  }

  /** Returns the replay of the run, if it has one. */
  public Optional<Replay> replay() {
    return replay;
  }

  /**
   * Returns the workload with another part of its trace, or with the same for another system.
   *
   * @param other derived from its {@link #replay}
   */
  public Workload with(Replay other, Settings settings) {
    return replaying(other, settings);
  }

  private static Optional<WatcherPlan> watchers(
      Settings settings, RequestMix mix, RecordNumbers space, KeyFormat format) {
    List<WatchTarget> targets = new ArrayList<>();
    for (Family family : Families.ALL) {
      targets.addAll(
          family.watched(
              mix.kinds(),
              settings,
              index -> new NumberedKey(format, space.insertStart() + index)));
    }
    return targets.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new WatcherPlan(
                targets,
                settings.get(WatcherSettings.WATCH_WATCHERS),
                settings.get(WatcherSettings.WATCH_STREAMS),
                settings.get(WatcherSettings.WATCH_ONCE)));
  }

  private static ValueSource values(Settings settings, RecordSize size) {
    double compressibility = settings.get(WorkloadSettings.COMPRESSIBILITY);
    long seed = settings.get(WorkloadSettings.SEED);
    return settings.get(WorkloadSettings.DATA_INTEGRITY) || settings.get(WorkloadSettings.CHECK)
        ? new KeyedValues(
            seed,
            ThreadLocalRandom.current().nextInt(WriteId.RUNS),
            size.max(),
            ValuePool.zeros(size.max(), compressibility))
        : new ValuePool(size, compressibility, seed);
  }

  /** Returns the kinds of requests in the mix of a run with these settings, valid or not. */
  public static Set<OperationType> operationTypes(Settings settings) {
    if (settings.find(TraceSettings.TRACE).isPresent()) {
      return Replay.types();
    }
    return RequestMix.from(settings, new Problems()).kinds();
  }

  /** Returns the given number of records in the store when the run begins. */
  public long recordCount() {
    return space.recordCount();
  }

  /** Returns the settings of all workloads, in display order. */
  public static List<Setting<?>> settings() {
    return Setting.affecting(
        Affects.LOAD,
        Stream.of(
                WorkloadSettings.all(),
                RangeSettings.all(),
                OneShotSettings.all(),
                CoordinationSettings.all(),
                WatcherSettings.all(),
                TraceSettings.all())
            .<Setting<?>>flatMap(List::stream)
            .toList());
  }

  /** Returns the properties of this workload's requests. */
  public LoadProfile profile() {
    return profile;
  }

  /** Returns the mean size of a record in bytes: its key and its value. */
  public long recordBytes() {
    if (replay.isPresent()) {
      return replay.get().longestKey() + size.mean();
    }
    return lane.format().render(space.largest(0)).length + size.mean();
  }

  /** Returns the size of the largest value in bytes. */
  public int largestValue() {
    return size.max();
  }

  /** Returns the size of the smallest value in bytes. */
  public int smallestValue() {
    return size.min();
  }

  /** Returns the first number that the run inserts. */
  long firstNew() {
    return space.firstNew();
  }

  /**
   * Returns the largest number that the run may insert if clients may be added, which leave numbers
   * out.
   *
   * @param inserts the max number of records that it inserts
   */
  public double largestOfAdded(double inserts) {
    return space.firstNew() + InsertNumbers.span(inserts);
  }

  /** Returns the number of the first record that is loaded. */
  public long insertStart() {
    return space.insertStart();
  }

  /**
   * Returns how many records the load phase writes: {@code insertcount}, or those from {@code
   * insertstart} to {@code recordcount}.
   */
  public long loadCount() {
    return space.loadCount();
  }

  /**
   * Returns the kinds of requests in the mix of the run; a read-modify-write appears under its own
   * name only. The load phase needs inserts regardless of the mix.
   */
  public Set<OperationType> operationTypes() {
    return lane.mix().kinds();
  }

  /**
   * Returns the share of every kind of request, from 0 to 1.
   *
   * @param load whether for the load phase, which only inserts, or for the run
   */
  public Map<OperationType, Double> mix(boolean load) {
    if (load) {
      return Map.of(OperationType.INSERT, 1.0);
    }
    Map<OperationType, Double> shares = new EnumMap<>(OperationType.class);
    operationTypes().forEach(type -> shares.put(type, lane.mix().share(type)));
    return shares;
  }

  /** Returns the watchers of the warm-up and the run, if there are any. */
  public Optional<WatcherPlan> watchers() {
    return watchers;
  }

  /** Returns whether the run uses records that a load phase must have written. */
  public boolean reads() {
    return lane.mix().has(Trait.NEEDS_RECORD);
  }

  /** Returns the required consistency of reads and scans. */
  public ReadConsistency readConsistency() {
    return lane.consistency();
  }

  /** Returns the seed of all randomness. */
  public long seed() {
    return seed;
  }

  /**
   * Returns the random number that distinguishes the values of this run from those of other runs,
   * if {@code dataintegrity} is on. Parts of one run must have the same: {@link #withValueRun}.
   */
  public OptionalInt valueRun() {
    return keyedValues(lane).stream().mapToInt(KeyedValues::run).findFirst();
  }

  /**
   * Returns the workload with the values of another process's run; itself if values have no run.
   *
   * @param run what {@link #valueRun} returned there
   * @throws IllegalArgumentException if the number is invalid
   */
  public Workload withValueRun(int run) {
    return lane.values() instanceof KeyedValues values
        ? new Workload(
            space,
            lane.with(values.ofRun(run)),
            watchers,
            size,
            profile,
            retry,
            seed,
            replay,
            lanes.stream().map(each -> each.with(values.ofRun(run))).toList(),
            noted.isPresent())
        : this;
  }

  /**
   * Returns the SHA-256 of every file that shapes the load, in hexadecimal, by the setting that
   * names the file.
   */
  public Map<String, String> fileDigests() {
    Optional<String> trace = replay.flatMap(Replay::sha256);
    if (trace.isPresent()) {
      return Map.of(TraceSettings.TRACE.name(), trace.get());
    }
    return size.fileDigests();
  }

  /**
   * Returns a check of the values that the reads of one run return, if {@code dataintegrity} is on.
   *
   * @param promises of the system that is read
   */
  public Optional<ValueCheck> valueCheck(Promises promises) {
    return noted.map(values -> new AcknowledgedWrites(values, promises));
  }

  /**
   * Returns a follower that records the operations of one run, if values have an identity.
   *
   * @param recorders creates the recorder of a client, from 0 on
   */
  public Optional<RecordedOperations> recorded(
      Promises promises, IntFunction<HistoryRecorder> recorders) {
    KeyNumbers numbers = new KeyNumbers(keyFormat(), space);
    return keyedValues(lane)
        .map(values -> new RecordedOperations(values, numbers, promises, recorders));
  }

  /**
   * Returns a check of the lengths of the values read, for a store that was empty before the run.
   */
  public ValueCheck lengthCheck() {
    return lengths();
  }

  private LengthCheck lengths() {
    if (replay.isPresent()) {
      return new LengthCheck(0, Integer.MAX_VALUE); // each record has its own size
    }
    return new LengthCheck(size.min(), size.max());
  }

  /** Returns what is wrong with a value that the run must have written under a key. */
  Optional<String> objection(Key key, ByteBuffer value) {
    if (lane.values() instanceof KeyedValues values) {
      return values.write(key, value) == KeyedValues.WRONG
          ? Optional.of(AcknowledgedWrites.WRONG)
          : Optional.empty();
    }
    return lengths().objection(value);
  }

  /** Returns whether requests of the run read values. */
  public boolean readsValues() {
    return operationTypes().stream().anyMatch(type -> type.parts().contains(OperationType.READ));
  }

  /**
   * Returns whether the {@linkplain #recordBook book} tracks anything in a phase.
   *
   * @param load whether for the load phase or for the run
   */
  public boolean isAccounted(boolean load) {
    return load
        || noted.isPresent()
        || comparesVersions()
        || operationTypes().contains(OperationType.INSERT)
        || operationTypes().contains(OperationType.DELETE);
  }

  /** Returns a book of the records and values that the store acknowledges in one run. */
  public AcknowledgedRecords recordBook(Promises promises) {
    return new AcknowledgedRecords(
        noted.map(values -> new LastWrites(values, promises)),
        comparesVersions() ? Optional.of(new CompareAndSetVersions(keyFormat())) : Optional.empty(),
        readsValues() && replay.isEmpty()
            ? Optional.of(new ReadLengthsCheck(lengths()))
            : Optional.empty(),
        promises);
  }

  private boolean comparesVersions() {
    return lane.mix().has(Trait.COMPARES_VERSIONS);
  }

  /**
   * Chooses the records of a run to read back: all with a known state, or a random sample. The
   * choice and its order are reproducible for the same seed and the same answers.
   *
   * @param book the acknowledgements of all phases
   * @param most the max number of reads
   */
  public ReadBack readBack(
      AcknowledgedRecords book, ReadBack.Store store, int most, ReadConsistency consistency) {
    return new ReadBack(
        new WrittenRecords(
            keyFormat(),
            space,
            operationTypes(),
            lane.mix().has(Trait.CREATES_MISSING),
            reads(),
            seed,
            this::objection),
        book,
        store,
        most,
        consistency);
  }

  KeyFormat keyFormat() {
    return lane.format();
  }

  /**
   * Returns the load phase's requests of one client: inserts of the records {@code insertstart +
   * client + k * clients}. It is endless: the records to load are those with numbers below {@code
   * insertstart + loadCount()}.
   */
  public RequestSource loadRequests(int client, int clients) {
    if (replay.isPresent()) {
      return replay.get().loadRequests(client);
    }
    return new LoadRequests(
        lane.format(),
        lane.values(),
        RandomStream.LOAD.create(seed, client),
        insertStart() + client,
        clients,
        retry);
  }

  /**
   * Returns the same for a client of a part of the run.
   *
   * @param client counted from 0 within the part; the number of its clients stands for requests
   *     that no client sends, whose keys are meaningless
   * @param clients the number in all parts
   */
  public RequestSource loadRequests(int client, int clients, RunPart part) {
    boolean own = client < part.size(clients);
    return loadRequests(own ? part.first(clients) + client : clients + part.index(), clients);
  }

  /**
   * Returns the requests of a number of clients through the warmup and the run. When their number
   * changes, {@link RunSources#next} continues from there.
   */
  public RunSources runSources(int clients) {
    return runSources(clients, RunPart.WHOLE);
  }

  /**
   * Returns the requests of the clients of a part of the run.
   *
   * @param clients the number in all parts
   */
  public RunSources runSources(int clients, RunPart part) {
    return runSources(clients, clients, part);
  }

  /**
   * Returns the same with a growing number of clients.
   *
   * @param clients the initial number in all parts
   * @param most the max number in all parts
   */
  public RunSources runSources(int clients, int most, RunPart part) {
    return RunSources.first(
        space, lanes.isEmpty() ? List.of(lane.of(clients)) : lanes, seed, clients, most, part);
  }
}
