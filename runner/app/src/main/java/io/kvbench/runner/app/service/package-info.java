/**
 * The command that serves benchmarks over HTTP. May import what the command line may, and of its
 * packages {@code options} and {@code terminal}.
 */
@NullMarked
package io.kvbench.runner.app.service;

import org.jspecify.annotations.NullMarked;
