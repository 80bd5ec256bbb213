package io.kvbench.core.binding;

import io.kvbench.core.operation.WatchTarget;

/**
 * A watcher to open.
 *
 * @param stream from 0 on: watchers with the same number share a stream, or the system's
 *     equivalent. Stream {@code n} belongs on connection {@code n} modulo the number of connections
 * @param target what to watch
 * @param once whether to watch with one-shot watches, each of which is set again after its event;
 *     otherwise with the system's continuous watches
 */
public record WatcherRequest(int stream, WatchTarget target, boolean once) {}
