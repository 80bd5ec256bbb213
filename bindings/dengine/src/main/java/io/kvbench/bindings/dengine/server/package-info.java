/** d-engine's servers: their settings, commands and probes. */
@NullMarked
package io.kvbench.bindings.dengine.server;

import org.jspecify.annotations.NullMarked;
