/**
 * Histories: what each operation of a run did and what it was answered with, in records of 32
 * bytes. May import operation.
 *
 * <pre>
 *  client ── HistoryRecorder ── HistoryBlock (16 KiB) ──┐
 *  client ── HistoryRecorder ── HistoryBlock ───────────┼── HistoryWriter ── history.bin
 *  client ── HistoryRecorder ── HistoryBlock ───────────┘   (bounded queue,       │
 *                                                            one thread)     HistoryFile
 *                                                                                 │ HistorySource
 *                              core.consistency  ◄── KeyColumns ── (blocks) ◄─────┘
 * </pre>
 *
 * <p>A client writes each operation with four stores into a block of its own. {@link HistoryWriter}
 * receives full blocks over a queue that never blocks: if it is full, the block is dropped and its
 * operations are counted. Checkers read blocks through {@link HistorySource}, once per pass, and
 * group records by key with {@link KeyColumns}.
 *
 * <p>What the fields of a record mean for each kind is in {@link RecordLayout}.
 */
@NullMarked
package io.kvbench.core.history;

import org.jspecify.annotations.NullMarked;
