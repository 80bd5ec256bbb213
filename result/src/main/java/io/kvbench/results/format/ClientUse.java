package io.kvbench.results.format;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.results.format.RunResult.ClientResult;

/**
 * The resources of kvbench's own process, and the time of its clients.
 *
 * @param client what kvbench itself used over all phases
 * @param clientTime the account of the run phase with all its steps, or of the last phase where
 *     that did not begin
 */
public record ClientUse(ClientResult client, ClientTime clientTime) implements FlatPart {}
