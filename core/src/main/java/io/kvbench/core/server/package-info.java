/**
 * The servers of a system: the interfaces that a system's module implements, and where programs are
 * found. May import file and setting.
 */
@NullMarked
package io.kvbench.core.server;

import org.jspecify.annotations.NullMarked;
