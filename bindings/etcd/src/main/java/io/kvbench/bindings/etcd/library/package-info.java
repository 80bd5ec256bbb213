/** The client with {@code client=library}: operations through jetcd. */
@NullMarked
package io.kvbench.bindings.etcd.library;

import org.jspecify.annotations.NullMarked;
