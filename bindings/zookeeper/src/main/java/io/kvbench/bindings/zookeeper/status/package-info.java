/** What servers say of themselves, through four-letter-word commands and sessions. */
@NullMarked
package io.kvbench.bindings.zookeeper.status;

import org.jspecify.annotations.NullMarked;
