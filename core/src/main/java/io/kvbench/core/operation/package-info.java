/** What a client asks of a store and what the store answers. Imports nothing but the JDK. */
@NullMarked
package io.kvbench.core.operation;

import org.jspecify.annotations.NullMarked;
