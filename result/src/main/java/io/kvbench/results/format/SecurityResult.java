package io.kvbench.results.format;

/**
 * What servers are secured with that kvbench has started.
 *
 * @param tls whether clients and servers use TLS
 * @param users whether clients have to authenticate
 */
public record SecurityResult(boolean tls, boolean users) {}
