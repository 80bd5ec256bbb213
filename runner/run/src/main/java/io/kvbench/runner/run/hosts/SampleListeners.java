package io.kvbench.runner.run.hosts;

import io.kvbench.results.host.HostSample;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The listeners to samples during a run; called on threads of the sources.
 *
 * @param samples takes every sample, with what its host goes by
 * @param notes takes sentences for the user, as soon as there is a reason
 */
public record SampleListeners(BiConsumer<String, HostSample> samples, Consumer<String> notes) {}
