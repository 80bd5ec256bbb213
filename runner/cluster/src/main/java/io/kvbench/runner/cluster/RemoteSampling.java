package io.kvbench.runner.cluster;

import io.kvbench.host.listen.RemoteHost;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Another machine with servers of a cluster, which tells its samples as a sidecar does; the
 * processes in them have the names of the servers.
 *
 * @param tls whom to trust and what to show; without it, samples travel readable
 */
public record RemoteSampling(RemoteHost host, Optional<SSLContext> tls) {}
