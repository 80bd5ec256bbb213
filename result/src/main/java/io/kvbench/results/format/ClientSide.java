package io.kvbench.results.format;

import io.kvbench.core.measure.ClientTime;
import java.util.Optional;

/**
 * The clients of a phase, and the process that they ran in.
 *
 * @param condition the state of the kvbench process and its host; empty if not observed
 */
public record ClientSide(ClientTime clientTime, Optional<ClientCondition> condition)
    implements FlatPart {}
