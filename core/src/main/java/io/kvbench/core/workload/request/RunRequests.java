package io.kvbench.core.workload.request;

import io.kvbench.core.operation.CriticalSection;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.LeaseRenewal;
import io.kvbench.core.operation.LeaseSlots;
import io.kvbench.core.operation.OneShotRead;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadCompareAndSet;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.SoftwareTransaction;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchCatchUp;
import io.kvbench.core.workload.family.CoordinationShape;
import io.kvbench.core.workload.family.RangeShape;
import io.kvbench.core.workload.key.KeyChooser;
import io.kvbench.core.workload.key.KeyFormat;
import io.kvbench.core.workload.key.KnownKeys;
import io.kvbench.core.workload.key.NumberedKey;
import io.kvbench.core.workload.sample.Distribution;
import io.kvbench.core.workload.value.ValueSource;
import io.kvbench.core.workload.value.WriteId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One client's part of the warmup and the run, on the records that the client knows. */
public final class RunRequests implements RequestSource {

  /** The parameters common to all clients. */
  public record Recipe(
      RequestMix mix,
      KeyFormat format,
      ValueSource values,
      Distribution scanLengths,
      int transactionLength,
      RangeShape ranges,
      boolean oneShotSession,
      StmShape stm,
      CoordinationShape coordination,
      int watchedRecords,
      int watchHistory,
      ReadConsistency consistency) {

    /** Returns the same recipe with other values. */
    public Recipe with(ValueSource others) {
      return new Recipe(
          mix,
          format,
          others,
          scanLengths,
          transactionLength,
          ranges,
          oneShotSession,
          stm,
          coordination,
          watchedRecords,
          watchHistory,
          consistency);
    }
  }

  /** The parameters common to software transactions. */
  public record StmShape(
      int reads, int writes, SoftwareTransaction.Isolation isolation, int attempts) {}

  private final Recipe recipe;
  private final LiveMix mix;
  private final KnownKeys known;
  private final KeyChooser chooser;
  private final SplittableRandom random;

  private final long writer;

  /** The leases that it keeps alive; null before the first keepalive. */
  private @Nullable LeaseSlots leases;

  private final WatchCatchUp.History history = new WatchCatchUp.History();

  /** The number of keepalives so far, and of keys named so far. */
  private long renewals;

  private long names;

  /** The {@link WriteId} of the last value. */
  private long write;

  /**
   * Creates the requests of one client.
   *
   * @param mix the mix to draw from; the recipe's, perhaps with other weights
   * @param writer its number among all clients of the run, from 1 on
   */
  RunRequests(
      Recipe recipe,
      LiveMix mix,
      KnownKeys known,
      KeyChooser chooser,
      SplittableRandom random,
      long writer) {
    this.recipe = recipe;
    this.mix = mix;
    this.known = known;
    this.chooser = chooser;
    this.random = random;
    this.writer = writer;
    write = WriteId.before(writer);
  }

  /** Clears the leases of the previous session, which were revoked with its end. */
  void beginSession() {
    leases = null;
    renewals = 0;
  }

  @Override
  public Request next() {
    return switch (mix.draw(random)) {
      case INSERT -> insert(key(known.insertNext()));
      case READ -> read(existing());
      case UPDATE -> update(existing());
      case DELETE -> new Operation.Delete(existing());
      case SCAN ->
          new Operation.Scan(
              existing(), (int) recipe.scanLengths().draw(random), recipe.consistency());
      case TRANSACTION -> transaction(chooser.next(random));
      case READ_TRANSACTION ->
          new Operation.ReadTransaction(
              neighbours(chooser.next(random), recipe.transactionLength()), recipe.consistency());
      case RANGE -> recipe.ranges().range(this::existing);
      case PAGED_RANGE -> recipe.ranges().paged(this::existing);
      case ONE_SHOT_READ ->
          new OneShotRead(
              new Operation.ReadOnce(existing(), recipe.consistency()), recipe.oneShotSession());
      case STM -> softwareTransaction(chooser.next(random));
      case WATCH -> watch(existing());
      case WATCHED_UPDATE -> watchedUpdate();
      case READ_MODIFY_WRITE -> readModifyWrite(existing());
      case READ_COMPARE_AND_SET -> readCompareAndSet(existing());
      case CRITICAL_SECTION -> criticalSection(Operation.Ownership.LOCK);
      case LEADERSHIP -> criticalSection(Operation.Ownership.LEADERSHIP);
      case LEASE_RENEWAL -> renewal();
      case LEASE_CYCLE -> {
        Key key = named("lease");
        yield recipe.coordination().leaseCycle(key, value(key));
      }
      case LEASE_LIFETIME -> {
        Key key = named("lease");
        yield recipe.coordination().leaseLifetime(key, value(key));
      }
      case MEMBERSHIP -> {
        Key member = named("member");
        yield recipe.coordination().membership(member, value(member), random);
      }
      case WATCH_CATCH_UP -> {
        Key key = key(known.loaded(known.client() % known.loadCount()));
        yield new WatchCatchUp(history, key, value(key), recipe.watchHistory());
      }
      default -> throw new IllegalStateException("only a part of another request");
    };
  }

  @Override
  public boolean isIndependent() {
    return recipe.mix().isIndependent();
  }

  /** A dropped insert would leave a record that is assumed to exist. */
  @Override
  public boolean mayDrop() {
    return isIndependent() && !recipe.mix().kinds().contains(OperationType.INSERT);
  }

  private Operation.Insert insert(Key key) {
    return new Operation.Insert(key, value(key));
  }

  private Operation.Read read(Key key) {
    return new Operation.Read(key, recipe.consistency());
  }

  private Operation.Update update(Key key) {
    return new Operation.Update(key, value(key));
  }

  private Operation.Watch watch(Key key) {
    return new Operation.Watch(key, value(key));
  }

  private Operation.WatchedUpdate watchedUpdate() {
    Key key = key(known.loaded(random.nextInt(recipe.watchedRecords())));
    return new Operation.WatchedUpdate(key, recipe.values().distinct(key, ++write, random));
  }

  private ReadModifyWrite readModifyWrite(Key key) {
    return new ReadModifyWrite(read(key), update(key));
  }

  private ReadCompareAndSet readCompareAndSet(Key key) {
    return new ReadCompareAndSet(read(key), value(key));
  }

  private Operation.Transaction transaction(long number) {
    return new Operation.Transaction(
        neighbours(number, recipe.transactionLength()).stream().map(this::update).toList());
  }

  private SoftwareTransaction softwareTransaction(long number) {
    StmShape stm = recipe.stm();
    List<Key> keys = neighbours(number, stm.reads());
    return new SoftwareTransaction(
        keys.stream().map(this::read).toList(),
        keys.stream().limit(stm.writes()).map(this::value).toList(),
        stm.isolation(),
        stm.attempts());
  }

  /** Neighbours are always distinct records, even with an uneven distribution. */
  private List<Key> neighbours(long number, int count) {
    List<Key> keys = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      keys.add(key(known.loadedFrom(number, index)));
    }
    return keys;
  }

  /** Owners of a lock always write the same record. */
  private CriticalSection criticalSection(Operation.Ownership ownership) {
    int lock = random.nextInt(recipe.coordination().locks());
    Key key = key(known.loaded(lock % known.loadCount()));
    return recipe.coordination().criticalSection(ownership, lock, key, value(key), random);
  }

  private LeaseRenewal renewal() {
    LeaseSlots own = leases;
    if (own == null) {
      own = new LeaseSlots(recipe.coordination().leases(known.client(), known.clients()));
      leases = own;
    }
    return new LeaseRenewal(
        own, (int) (renewals++ % own.count()), recipe.coordination().leaseTtl());
  }

  /** Returns a key that no other request has, in this run or in another process. */
  private Key named(String what) {
    return Key.of("%s-%s-%d-%d".formatted(what, CoordinationShape.PROCESS, writer, names++));
  }

  private Value value(Key key) {
    return recipe.values().next(key, ++write, random);
  }

  private Key existing() {
    return key(chooser.next(random));
  }

  private Key key(long number) {
    return new NumberedKey(recipe.format(), number);
  }
}
