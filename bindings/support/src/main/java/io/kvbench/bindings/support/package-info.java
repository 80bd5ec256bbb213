/**
 * Shared code of bindings to servers, for kvbench's own bindings and those of other projects. May
 * import core's setting and binding.
 */
@NullMarked
package io.kvbench.bindings.support;

import org.jspecify.annotations.NullMarked;
