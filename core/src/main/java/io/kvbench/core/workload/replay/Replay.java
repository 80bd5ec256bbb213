package io.kvbench.core.workload.replay;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Request;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.trace.TraceFile;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.sample.RandomStream;
import io.kvbench.core.workload.setting.TraceSettings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.core.workload.value.RecordSize;
import io.kvbench.core.workload.value.ValuePool;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A replay: the operations of a trace, as the requests of a run. Sessions that did not overlap
 * share a place, one after the other; a place has as many clients as the peak number of operations
 * that a session had in flight. Client {@code i} of {@code n} places is at place {@code i % n}, so
 * that all clients of a session are on one connection if there are as many connections as places.
 * Immutable.
 */
public final class Replay {
  /** More would take much memory for clients that are mostly idle. */
  private static final int MOST_CLIENTS = 20_000;

  private final ReplayRules rules;
  private final TraceFile file;
  private final List<List<TraceFile.Session>> places;
  private final int clientsEach;
  private final long seed;
  private final LoadedRecords loaded;

  private Replay(
      ReplayRules rules, List<List<TraceFile.Session>> places, int clientsEach, long seed) {
    this.rules = rules;
    this.file = rules.file();
    this.places = places;
    this.clientsEach = clientsEach;
    this.seed = seed;
    loaded = new LoadedRecords(rules);
  }

  /** Reads the trace that the settings name; empty if they name none, or there is a problem. */
  public static Optional<Replay> from(Settings settings, Problems problems) {
    Optional<String> name = settings.find(TraceSettings.TRACE);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    try {
      TraceFile file = TraceFile.open(InputFile.path(name.get()));
      if (file.operations() == 0) {
        problems.add(
            settings.whereIs(TraceSettings.TRACE),
            "trace=%s has no operations; record another.".formatted(name.get()));
        return Optional.empty();
      }
      return Optional.of(of(file, settings));
    } catch (IOException e) {
      problems.add(
          settings.whereIs(TraceSettings.TRACE),
          "trace=%s cannot be used: %s.".formatted(name.get(), FileReason.of(e)));
      return Optional.empty();
    }
  }

  private static Replay of(TraceFile file, Settings settings) {
    List<List<TraceFile.Session>> places = SessionSlots.of(file.sessions());
    int peak = file.sessions().stream().mapToInt(TraceFile.Session::peak).max().orElse(1);
    int most = Math.max(1, MOST_CLIENTS / places.size());
    ReplayRules rules =
        new ReplayRules(
            file,
            settings.get(TraceSettings.TRACE_SPEED),
            settings.get(TraceSettings.TRACE_KEYS),
            settings.isGiven(WorkloadSettings.READ_CONSISTENCY)
                ? settings.find(WorkloadSettings.READ_CONSISTENCY)
                : Optional.empty(),
            Set.of(),
            new ValuePool(
                size(file),
                settings.get(WorkloadSettings.COMPRESSIBILITY),
                settings.get(WorkloadSettings.SEED)),
            false);
    return new Replay(
        rules,
        places,
        Math.clamp(peak, 1, Math.min(most, settings.get(TraceSettings.TRACE_IN_FLIGHT))),
        settings.get(WorkloadSettings.SEED));
  }

  public static RecordSize size(TraceFile file) {
    int max = Math.max(file.writes().max(), file.largestBefore());
    return new RecordSize(
        1,
        random -> file.writes().mean(),
        0,
        Math.max(1, max),
        false,
        "as recorded, up to %d bytes".formatted(max));
  }

  public RecordSize size() {
    return size(file);
  }

  /** Returns the same replay without some operations. */
  public Replay skipping(Set<OperationType> types) {
    return new Replay(rules.skipping(types), places, clientsEach, seed);
  }

  /** Returns the same replay for a system in which updates create missing records. */
  public Replay onBlindWrites() {
    return new Replay(rules.onBlindWrites(), places, clientsEach, seed);
  }

  /** Returns the name of the file. */
  public String name() {
    return String.valueOf(file.path().getFileName());
  }

  /** Returns why the rest of the file is not read, if so. */
  public Optional<String> damage() {
    return file.damage();
  }

  /** Returns how many requests the trace cannot represent, by kind. */
  public Map<String, Long> ignored() {
    return file.ignored();
  }

  /** Returns the peak number of operations that a session had in flight in the recording. */
  public int recordedInFlight() {
    return file.sessions().stream().mapToInt(TraceFile.Session::peak).max().orElse(1);
  }

  /** Returns the size of the longest key in bytes. */
  public int longestKey() {
    return file.longestKey();
  }

  /** Returns when the last operation is to be sent, from the start of the phase. */
  public long lengthNanos() {
    return startNanos(file.lastMicros());
  }

  /**
   * Returns how many operations are to be sent up to the end of each of a number of equal parts of
   * the phase. Within a block of the file, operations are assumed to be evenly spaced.
   */
  public long[] sentBy(int parts) {
    SentCounts counts = new SentCounts(parts, lengthNanos());
    file.blocks()
        .forEach(
            block ->
                counts.add(
                    startNanos(block.firstMicros()),
                    startNanos(block.lastMicros()),
                    block.operations()));
    return counts.sums(requests());
  }

  /** Returns the SHA-256 of the file in hexadecimal; empty if it cannot be read any more. */
  public Optional<String> sha256() {
    try (InputStream in = InputFile.open(file.path())) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] step = new byte[1 << 16];
      for (int count = in.read(step); count >= 0; count = in.read(step)) {
        digest.update(step, 0, count);
      }
      return Optional.of(HexFormat.of().formatHex(digest.digest()));
    } catch (IOException e) {
      return Optional.empty();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** Returns the factor by which it is faster than the recording; 0 if times are ignored. */
  public double speed() {
    return rules.speed();
  }

  /** Returns the max number of concurrent sessions, each with clients of its own. */
  public int places() {
    return places.size();
  }

  /** Returns how many clients each place has. */
  public int clientsEach() {
    return clientsEach;
  }

  /** Returns the types of operations that a trace may have. */
  public static Set<OperationType> types() {
    return EnumSet.of(
        OperationType.INSERT,
        OperationType.READ,
        OperationType.UPDATE,
        OperationType.DELETE,
        OperationType.SCAN,
        OperationType.RANGE,
        OperationType.TRANSACTION,
        OperationType.READ_TRANSACTION);
  }

  /**
   * Returns how many operations of each type are measured: a compare-and-set is replayed as an
   * update, since its version is meaningless to another store.
   */
  public Map<OperationType, Long> measured() {
    Map<OperationType, Long> measured = new EnumMap<>(counts());
    Long swaps = measured.remove(OperationType.COMPARE_AND_SET);
    if (swaps != null) {
      measured.merge(OperationType.UPDATE, swaps, Long::sum);
    }
    return measured;
  }

  /** Returns how many operations it sends. */
  public long requests() {
    return counts().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns how many operations of each recorded type it sends. */
  public Map<OperationType, Long> counts() {
    Map<OperationType, Long> counts = new EnumMap<>(OperationType.class);
    counts.putAll(file.types());
    counts.keySet().removeAll(rules.skipped());
    return counts;
  }

  /** Returns how many operations are left out. */
  public long skippedCount() {
    return file.operations() - requests();
  }

  /** Returns the consistencies of reads: as recorded, unless the user overrides them. */
  public Collection<ReadConsistency> consistencies() {
    return rules
        .consistency()
        .<Collection<ReadConsistency>>map(List::of)
        .orElse(file.consistencies());
  }

  /** Returns how many records the store must have before. */
  public long loadCount() {
    return rules.loadCount();
  }

  /** Returns when an operation recorded at a time is to be sent. */
  public long startNanos(long micros) {
    return rules.startNanos(micros);
  }

  /** Returns whether the last operation is too late to wait for. */
  public boolean isEndless() {
    return lengthNanos() == ReplayRules.LATEST_NANOS;
  }

  /** Returns the requests of a client of the load; clients share the records. */
  public RequestSource loadRequests(int client) {
    if (client == 0) {
      loaded.restart();
    }
    return loaded.source(RandomStream.LOAD.create(seed, client));
  }

  /**
   * Returns the requests of the clients of a phase, by index; the number of clients stands for the
   * requests that no client sends.
   */
  public IntFunction<RequestSource> sources() {
    List<ReplaySource> all =
        IntStream.range(0, places.size())
            .mapToObj(
                place ->
                    new ReplaySource(
                        rules, places.get(place), RandomStream.RUN.create(seed, place)))
            .toList();
    int clients = places.size() * clientsEach;
    return client -> client < clients ? all.get(client % all.size()) : new Unsent(all);
  }

  /** The requests left when no client sends any more. */
  private static final class Unsent implements RequestSource {
    private final List<ReplaySource> sources;
    private int current;

    Unsent(List<ReplaySource> sources) {
      this.sources = sources;
    }

    @Override
    public Request next() {
      while (current < sources.size() && !sources.get(current).advance()) {
        current++;
      }
      return sources.get(Math.min(current, sources.size() - 1)).orAny();
    }
  }
}
