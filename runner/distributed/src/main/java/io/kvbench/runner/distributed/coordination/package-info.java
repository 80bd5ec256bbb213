/**
 * The communication between the controller of a run and its agents: a ZooKeeper server inside the
 * controller, to which all connect with certificates. It is never the system under test.
 */
@NullMarked
package io.kvbench.runner.distributed.coordination;

import org.jspecify.annotations.NullMarked;
