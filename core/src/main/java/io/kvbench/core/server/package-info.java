/**
 * The servers of a system: the interfaces that a system's module implements, and the search for
 * programs. May import file and setting.
 */
@NullMarked
package io.kvbench.core.server;

import org.jspecify.annotations.NullMarked;
