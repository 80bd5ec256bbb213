/**
 * The commands that search, run suites, and record traces. May import what the command line may,
 * and of its packages {@code run}, {@code options} and {@code terminal}.
 */
@NullMarked
package io.kvbench.runner.app.experiments;

import org.jspecify.annotations.NullMarked;
