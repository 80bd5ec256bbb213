/** The settings of the binding and what they say of sessions: logins, TLS, paths of records. */
@NullMarked
package io.kvbench.bindings.zookeeper.options;

import org.jspecify.annotations.NullMarked;
