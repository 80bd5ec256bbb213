package io.kvbench.results.format;

/**
 * The security of the servers that kvbench started.
 *
 * @param tls whether clients and servers use TLS
 * @param users whether clients have to authenticate
 */
public record SecurityResult(boolean tls, boolean users) {}
