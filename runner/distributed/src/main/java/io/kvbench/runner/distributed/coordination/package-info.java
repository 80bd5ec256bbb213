/**
 * How the controller of a run and its agents reach each other: a ZooKeeper server inside of the
 * controller, to which all connect with certificates. It is never the system under test.
 */
@NullMarked
package io.kvbench.runner.distributed.coordination;

import org.jspecify.annotations.NullMarked;
