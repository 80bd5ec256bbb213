/** The commands that search, run suites, and record traces. */
@NullMarked
package io.kvbench.runner.app.experiments;

import org.jspecify.annotations.NullMarked;
