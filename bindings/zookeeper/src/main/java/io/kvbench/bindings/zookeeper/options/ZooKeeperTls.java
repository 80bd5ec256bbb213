package io.kvbench.bindings.zookeeper.options;

import io.netty.handler.ssl.SslContext;
import javax.net.ssl.SSLContext;

/**
 * The TLS configuration, made by the client library from its own settings.
 *
 * @param context for blocking sockets, which check the server's certificate but not its name
 * @param netty for connections that carry requests
 */
public record ZooKeeperTls(SSLContext context, SslContext netty) {}
