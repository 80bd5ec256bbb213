package com.example.pocket;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The store of CONTRIBUTING's example of a binding. */
public final class PocketStore implements AutoCloseable {
  private final Map<String, PocketEntry> entries = new HashMap<>();
  private final int maxEntry;
  private long writes;
  private boolean closed;

  public PocketStore(int maxEntry) {
    this.maxEntry = maxEntry;
  }

  public synchronized boolean putIfAbsent(String key, byte[] value) throws PocketException {
    check(value);
    return entries.putIfAbsent(key, entry(value)) == null;
  }

  public synchronized PocketEntry get(String key) throws PocketException {
    check();
    return entries.get(key);
  }

  public synchronized boolean replace(String key, byte[] value) throws PocketException {
    check(value);
    return entries.replace(key, entry(value)) != null;
  }

  public synchronized boolean replace(String key, long version, byte[] value)
      throws PocketException {
    check(value);
    PocketEntry found = entries.get(key);
    return found != null && found.version() == version && entries.replace(key, found, entry(value));
  }

  public synchronized boolean remove(String key) throws PocketException {
    check();
    return entries.remove(key) != null;
  }

  public synchronized long size() {
    return entries.size();
  }

  private PocketEntry entry(byte[] value) {
    return new PocketEntry(Arrays.copyOf(value, value.length), ++writes);
  }

  private void check(byte[] value) throws PocketException {
    check();
    if (value.length > maxEntry) {
      throw new PocketException(PocketException.Code.TOO_LARGE);
    }
  }

  private void check() throws PocketException {
    if (closed) {
      throw new PocketException(PocketException.Code.CLOSED);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
