package io.kvbench.core.workload.key;

/**
 * The records that one client knows to exist: the loaded ones and those that it has inserted so
 * far. Clients share nothing, so that the requests of one never depend on the speed of another; a
 * client's own inserts are assumed to have succeeded. Used by one thread at a time.
 */
public final class KnownKeys {
  private final RecordNumbers space;
  private final InsertNumbers own;
  private final int client;
  private final int clients;
  private long inserted;

  /**
   * Creates the records of a client that has inserted nothing yet.
   *
   * @param own the numbers of the records that it inserts
   * @param clients the initial number of clients; clients with this number and above are added
   */
  public KnownKeys(RecordNumbers space, InsertNumbers own, int client, int clients) {
    this.space = space;
    this.own = own;
    this.client = client;
    this.clients = clients;
  }

  public int client() {
    return client;
  }

  public int clients() {
    return clients;
  }

  long count() {
    return inserted + space.loadCount();
  }

  /** Returns the number of the next record to insert, which is known from now on. */
  public long insertNext() {
    return own.get(inserted++);
  }

  /**
   * Returns a record's number by its age: 0 is the newest own insert; after those, the loaded
   * records follow from the newest to the oldest.
   *
   * @param age less than {@link #count}
   */
  long byAge(long age) {
    return age < inserted
        ? own.get(inserted - 1 - age)
        : space.insertStart() + space.loadCount() - 1 - (age - inserted);
  }

  /** Returns a loaded record's number by index. */
  public long loaded(long index) {
    return space.insertStart() + index;
  }

  /**
   * Returns the number of the loaded record {@code offset} records after a record, wrapping around.
   */
  public long loadedFrom(long number, long offset) {
    return loaded(Math.floorMod(number - space.insertStart() + offset, space.loadCount()));
  }

  public long loadCount() {
    return space.loadCount();
  }

  /** Returns one more than the largest number that it has inserted; 0 if it has inserted none. */
  public long end() {
    return inserted == 0 ? 0 : own.get(inserted - 1) + 1;
  }

  /** Returns whether the client has inserted the new record number {@code firstNew + offset}. */
  boolean hasInserted(long offset) {
    long index = own.indexOf(inserted(offset));
    return index >= 0 && index < inserted;
  }

  /** Returns the number of the new record {@code firstNew + offset}. */
  long inserted(long offset) {
    return space.firstNew() + offset;
  }
}
