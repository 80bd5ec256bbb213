package io.kvbench.core.operation;

import java.util.Optional;

/**
 * A range that is read in pages, each of which begins after the last record of the previous one.
 * Ends with a page that is not full, or when as many records as wanted have been read. OK if any
 * page had a record.
 *
 * @param whole the range, with the total number of records wanted; 0 for all
 * @param pageSize the max number of records in a page, at least 1
 */
public record PagedRange(Operation.Range whole, int pageSize) implements Composite {

  @Override
  public OperationType type() {
    return OperationType.PAGED_RANGE;
  }

  @Override
  public boolean usesAnswers() {
    return true;
  }

  @Override
  public Operation first() {
    return page(whole.keys(), 0);
  }

  private Operation page(KeyRange keys, int read) {
    int size = whole.limit() == 0 ? pageSize : Math.min(pageSize, whole.limit() - read);
    return new Operation.Range(
        keys, size, whole.content(), whole.descending(), whole.consistency(), whole.known());
  }

  private KeyRange behind(Key last) {
    KeyRange.Between bounds = whole.keys().bounds();
    return whole.descending()
        ? new KeyRange.Between(bounds.start(), Optional.of(last))
        : new KeyRange.Between(Optional.of(KeyRange.successor(last)), bounds.end());
  }

  @Override
  public Steps start() {
    return new Pages();
  }

  private final class Pages implements Steps {
    private int read;

    @Override
    public Optional<Operation> next(int step, StepResult result, Witness witness) {
      read += result.records();
      boolean complete =
          result.records() < pageSize || (whole.limit() > 0 && read >= whole.limit());
      return result.status() == Outcome.OK && !complete
          ? result.last().map(last -> page(behind(last), read))
          : Optional.empty();
    }

    /** An empty page after others is the end of the range, not an empty range. */
    @Override
    public Status status(Status last) {
      return last == Outcome.NOT_FOUND && read > 0 ? Outcome.OK : last;
    }
  }
}
