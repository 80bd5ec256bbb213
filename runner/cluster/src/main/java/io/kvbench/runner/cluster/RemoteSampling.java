package io.kvbench.runner.cluster;

import io.kvbench.host.listen.RemoteHost;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Another machine with servers of a cluster, which provides samples like a sidecar; the processes
 * in them have the names of the servers.
 *
 * @param tls the TLS context; empty for unencrypted samples
 */
public record RemoteSampling(RemoteHost host, Optional<SSLContext> tls) {}
