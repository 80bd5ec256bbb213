/**
 * Samples of a host, served to readers on other hosts. May import core's measure, host.listen, and
 * the JDK's HTTP server.
 */
@NullMarked
package io.kvbench.host.samples;

import org.jspecify.annotations.NullMarked;
