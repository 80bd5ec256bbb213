package io.kvbench.core.operation;

/**
 * A read and, when it has been answered, a write of the same key: YCSB's read-modify-write. The
 * engine submits the two one after the other, so a binding never sees it. Its own time runs from
 * the intended start of the read to the answer of the update.
 */
public record ReadModifyWrite(Operation.Read read, Operation.Update update) implements Request {}
