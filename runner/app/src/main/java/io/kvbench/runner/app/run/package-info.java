/**
 * The commands that run, plan and calibrate, and list systems and properties. May import what the
 * command line may, and of its packages {@code options} and {@code terminal}.
 */
@NullMarked
package io.kvbench.runner.app.run;

import org.jspecify.annotations.NullMarked;
