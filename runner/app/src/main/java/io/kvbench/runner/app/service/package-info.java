/** The command that serves benchmarks over HTTP. */
@NullMarked
package io.kvbench.runner.app.service;

import org.jspecify.annotations.NullMarked;
