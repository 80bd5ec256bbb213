package com.example.pocket;

/** A value and the number of its write. */
@SuppressWarnings("ArrayRecordComponent") // Compared by identity, as intended.
public record PocketEntry(byte[] value, long version) {}
