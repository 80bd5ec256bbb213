/**
 * Options that several commands share, their conversion to a plan, and what every command needs.
 * May import what the command line may, and of its packages {@code terminal}.
 */
@NullMarked
package io.kvbench.runner.app.options;

import org.jspecify.annotations.NullMarked;
