/**
 * Everything that is made of a result. {@code files} writes and reads the result directory, {@code
 * compare} holds several results against each other, {@code text}, {@code csv} and {@code markdown}
 * render; other forms of report are packages beside these. May import core.result and what it
 * exposes, never the engine.
 */
@NullMarked
package io.kvbench.reports;

import org.jspecify.annotations.NullMarked;
