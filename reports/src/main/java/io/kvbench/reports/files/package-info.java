/**
 * The result directory, file by file: the only place that knows how a result is laid out on disk.
 * Jackson stays inside. May import core.result and what it exposes.
 */
@NullMarked
package io.kvbench.reports.files;

import org.jspecify.annotations.NullMarked;
