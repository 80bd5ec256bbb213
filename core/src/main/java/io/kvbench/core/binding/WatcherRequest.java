package io.kvbench.core.binding;

import io.kvbench.core.operation.WatchTarget;

/**
 * A watcher to open.
 *
 * @param stream from 0 on: watchers with one number share a stream, or whatever a system has in its
 *     place. Stream {@code n} belongs on connection {@code n} modulo the number of connections
 * @param target what to watch
 * @param once whether to watch with one-shot watches, each of which is set again after its event;
 *     otherwise with what the system offers for watching continuously
 */
public record WatcherRequest(int stream, WatchTarget target, boolean once) {}
