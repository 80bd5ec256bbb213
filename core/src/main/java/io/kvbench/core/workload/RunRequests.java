package io.kvbench.core.workload;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.ReadCompareAndSet;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** One client's part of the warmup and the run: the mix, on the records that the client knows. */
final class RunRequests implements RequestSource {

  /** What all clients have in common. */
  record Recipe(
      RequestMix mix,
      KeyFormat format,
      ValueSource values,
      Distribution scanLengths,
      int transactionLength,
      ReadConsistency consistency) {}

  private final Recipe recipe;
  private final KnownKeys known;
  private final KeyChooser chooser;
  private final SplittableRandom random;

  /** The {@link WriteId} of the last value. */
  private long write;

  /**
   * Creates the requests of one client.
   *
   * @param writer its number among all clients of the run, from 1 on
   */
  RunRequests(
      Recipe recipe, KnownKeys known, KeyChooser chooser, SplittableRandom random, long writer) {
    this.recipe = recipe;
    this.known = known;
    this.chooser = chooser;
    this.random = random;
    write = WriteId.before(writer);
  }

  @Override
  public Request next() {
    return switch (recipe.mix().draw(random)) {
      case INSERT -> insert(key(known.insertNext()));
      case READ -> read(existing());
      case UPDATE -> update(existing());
      case DELETE -> new Operation.Delete(existing());
      case SCAN ->
          new Operation.Scan(
              existing(), (int) recipe.scanLengths().draw(random), recipe.consistency());
      case TRANSACTION -> transaction(chooser.next(random));
      case WATCH -> watch(existing());
      case READ_MODIFY_WRITE -> readModifyWrite(existing());
      case READ_COMPARE_AND_SET -> readCompareAndSet(existing());
      case COMPARE_AND_SET -> throw new IllegalStateException("needs a version, hence a read");
    };
  }

  @Override
  public boolean isIndependent() {
    return recipe.mix().isIndependent();
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

  private ReadModifyWrite readModifyWrite(Key key) {
    return new ReadModifyWrite(read(key), update(key));
  }

  private ReadCompareAndSet readCompareAndSet(Key key) {
    return new ReadCompareAndSet(read(key), value(key));
  }

  /** Neighbours are never the same record twice, however uneven the distribution is. */
  private Operation.Transaction transaction(long number) {
    List<Operation.Write> writes = new ArrayList<>(recipe.transactionLength());
    for (int index = 0; index < recipe.transactionLength(); index++) {
      writes.add(update(key(known.loadedFrom(number, index))));
    }
    return new Operation.Transaction(writes);
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
