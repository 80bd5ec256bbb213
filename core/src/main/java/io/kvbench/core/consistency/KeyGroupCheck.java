package io.kvbench.core.consistency;

import io.kvbench.core.history.HistorySource.BlockVisitor;

/** A check that needs one pass over the blocks of all keys; for one thread. */
interface KeyGroupCheck extends BlockVisitor {}
