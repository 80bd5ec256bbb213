/** Sessions over Netty, with the library's records. */
@NullMarked
package io.kvbench.bindings.zookeeper.wire;

import org.jspecify.annotations.NullMarked;
