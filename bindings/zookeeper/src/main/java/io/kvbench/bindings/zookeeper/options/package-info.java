/**
 * The settings of the binding and the options of sessions derived from them: logins, TLS, paths of
 * records.
 */
@NullMarked
package io.kvbench.bindings.zookeeper.options;

import org.jspecify.annotations.NullMarked;
