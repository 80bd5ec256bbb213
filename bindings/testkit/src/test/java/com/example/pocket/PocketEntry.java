package com.example.pocket;

/** A value and the number of the write that put it there. */
@SuppressWarnings("ArrayRecordComponent") // Compared by identity, which is what is wanted.
public record PocketEntry(byte[] value, long version) {}
