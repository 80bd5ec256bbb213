/**
 * The check of histories against what a system promises. May import operation and history.
 *
 * <pre>
 *  history.bin ─ KeyPartition ─ KeyColumns ─┬─ key ─ SingleKeyCheck ─┐
 *                (keys that fit in memory)  ├─ key ─ SingleKeyCheck ─┤
 *                                           └─ key ─ SingleKeyCheck ─┼─ KeyFindings
 *  history.bin ─ WholeChecks ────────────────────────────────────────┘      │
 *                (several keys, by version)                          ConsistencyReport
 *
 *  SingleKeyCheck  KeyOperations        values with their writes and reads; values without a write
 *                  Absences             which absence an operation saw
 *                  CompareAndSetChains  values as blocks
 *                  ZoneSweep            whether the blocks have an order
 *                  StaleReads           the reads that break it, or how stale they may be
 *                  Refusals             operations that fit: ValueSchedule, BoundedSearch
 *                  SessionOrder         own writes and monotonic reads
 *                  WatchOrder           events of watchers
 *  WholeChecks     SessionVersions      sessions over all keys
 *                  StateReads           reads of several keys at one version
 *                  AtomicReads          the same without versions
 * </pre>
 *
 * <p>Classes of one key are made once per thread and hold one key at a time, in arrays that they
 * reuse: checks of a hundred thousand keys allocate little.
 *
 * <p>Use: {@code new ConsistencyCheck(ConsistencyRules.builder()...build()).check(source)}, with a
 * {@link io.kvbench.core.history.HistoryFile} as the source. Everything that is reported is
 * certain; what may be a violation is counted as undecided.
 *
 * <p>Sources: Gibbons and Korach, Testing Shared Memories (1997); Golab, Li and Shah, Analyzing
 * Consistency Properties for Fun and Profit (2011), for registers with unique writes.
 */
@NullMarked
package io.kvbench.core.consistency;

import org.jspecify.annotations.NullMarked;
