/** Strict JSON between processes. May import Jackson. */
@NullMarked
package io.kvbench.host.json;

import org.jspecify.annotations.NullMarked;
