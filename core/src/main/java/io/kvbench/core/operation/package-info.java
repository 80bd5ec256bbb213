/** Operations on a store and their outcomes. Imports nothing but the JDK. */
@NullMarked
package io.kvbench.core.operation;

import org.jspecify.annotations.NullMarked;
