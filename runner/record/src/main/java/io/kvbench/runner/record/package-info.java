/**
 * Recording: a proxy between clients and a server, and traces of other tools' text. May import
 * core's operation, binding and trace.
 */
@NullMarked
package io.kvbench.runner.record;

import org.jspecify.annotations.NullMarked;
