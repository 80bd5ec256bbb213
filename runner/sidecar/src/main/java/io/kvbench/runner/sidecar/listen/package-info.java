/**
 * Listens for HTTP, with TLS and limits, and serves the lines of a sidecar's samples to readers on
 * other hosts. May import core's certificate, file and measure, results.host, and the JDK's HTTP
 * server.
 */
@NullMarked
package io.kvbench.runner.sidecar.listen;

import org.jspecify.annotations.NullMarked;
