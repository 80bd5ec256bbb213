/** The state of servers, queried through four-letter-word commands and sessions. */
@NullMarked
package io.kvbench.bindings.zookeeper.status;

import org.jspecify.annotations.NullMarked;
