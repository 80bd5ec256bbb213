/** The settings of the binding and the session options: logins, TLS, paths of records. */
@NullMarked
package io.kvbench.bindings.zookeeper.options;

import org.jspecify.annotations.NullMarked;
