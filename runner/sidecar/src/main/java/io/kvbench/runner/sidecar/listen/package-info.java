/**
 * Serves the lines of a sidecar's samples over HTTP to readers on other hosts. May import core's
 * certificate, host and measure, and the JDK's HTTP server, which lives here only.
 */
@NullMarked
package io.kvbench.runner.sidecar.listen;

import org.jspecify.annotations.NullMarked;
