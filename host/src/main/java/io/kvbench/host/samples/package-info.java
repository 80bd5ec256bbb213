/**
 * Samples of a host over HTTP: the server on that host, and its readers on others. May import
 * core's measure, results.directory and .host, host.clock and .listen, and the JDK's HTTP server.
 */
@NullMarked
package io.kvbench.host.samples;

import org.jspecify.annotations.NullMarked;
