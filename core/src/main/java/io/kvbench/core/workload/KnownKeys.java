package io.kvbench.core.workload;

/**
 * The records that one client can count on: those that were loaded and those of its own inserts so
 * far. Clients share nothing, so that what one asks for never depends on how fast another is; its
 * own inserts are taken to have succeeded. Used by one thread at a time.
 */
final class KnownKeys {
  private final KeySpace space;
  private final InsertNumbers own;
  private final int client;
  private final int clients;
  private long inserted;

  /**
   * A client that has inserted nothing yet.
   *
   * @param own the numbers of the records that it inserts
   * @param clients how many there are at the beginning; those from this number on are added
   */
  KnownKeys(KeySpace space, InsertNumbers own, int client, int clients) {
    this.space = space;
    this.own = own;
    this.client = client;
    this.clients = clients;
  }

  int client() {
    return client;
  }

  int clients() {
    return clients;
  }

  long count() {
    return inserted + space.loadCount();
  }

  /** Returns the number of the next record to insert; from now on it is known. */
  long insertNext() {
    return own.get(inserted++);
  }

  /**
   * Returns a record's number by its age: 0 is the newest own insert; when those are through, the
   * loaded records follow from the newest to the oldest.
   *
   * @param age less than {@link #count}
   */
  long byAge(long age) {
    return age < inserted
        ? own.get(inserted - 1 - age)
        : space.insertStart() + space.loadCount() - 1 - (age - inserted);
  }

  /** Returns a loaded record's number, counted from the first. */
  long loaded(long index) {
    return space.insertStart() + index;
  }

  /**
   * Returns the number of the loaded record that is {@code offset} records behind a record, the
   * first one following the last.
   */
  long loadedFrom(long number, long offset) {
    return loaded(Math.floorMod(number - space.insertStart() + offset, space.loadCount()));
  }

  long loadCount() {
    return space.loadCount();
  }

  /** Returns the number behind the largest that it has inserted; 0 if it has inserted none. */
  long end() {
    return inserted == 0 ? 0 : own.get(inserted - 1) + 1;
  }

  /** Returns whether the new record number {@code firstNew + offset} is an own insert. */
  boolean hasInserted(long offset) {
    long index = own.indexOf(inserted(offset));
    return index >= 0 && index < inserted;
  }

  /** Returns the number of the new record {@code firstNew + offset}. */
  long inserted(long offset) {
    return space.firstNew() + offset;
  }
}
