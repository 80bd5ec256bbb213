/**
 * The interface between the engine and a store's client library. A binding implements it; the
 * engine calls it. May import operation, setting, server and trace.
 */
@NullMarked
package io.kvbench.core.binding;

import org.jspecify.annotations.NullMarked;
