/** d-engine's servers: their settings, how they start, and what they are asked. */
@NullMarked
package io.kvbench.bindings.dengine.server;

import org.jspecify.annotations.NullMarked;
