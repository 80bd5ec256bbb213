package io.kvbench.runner.run.hosts;

import io.kvbench.results.host.HostSample;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Whoever wants to know of samples while a run goes on; told by threads of the sources'.
 *
 * @param samples takes every sample, with what its host goes by
 * @param notes takes sentences for the user, as soon as there is a reason
 */
public record SampleListeners(BiConsumer<String, HostSample> samples, Consumer<String> notes) {}
