/**
 * Everything that is made of a result. {@code files} writes and reads the result directory, {@code
 * text} renders a result for a terminal; other forms of report are packages beside these two. May
 * import core.result and what it exposes, never the engine.
 */
@NullMarked
package io.kvbench.reports;

import org.jspecify.annotations.NullMarked;
