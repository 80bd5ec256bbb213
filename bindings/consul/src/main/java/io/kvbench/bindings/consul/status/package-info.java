/** What agents say of themselves, and what is wrong where they do not. */
@NullMarked
package io.kvbench.bindings.consul.status;

import org.jspecify.annotations.NullMarked;
