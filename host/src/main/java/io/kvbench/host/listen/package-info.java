/**
 * Listeners for HTTP with TLS and limits, their bearer tokens, and the addresses of hosts. May
 * import core's certificate, file and setting, and the JDK's HTTP server.
 */
@NullMarked
package io.kvbench.host.listen;

import org.jspecify.annotations.NullMarked;
