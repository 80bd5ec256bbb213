/**
 * The result directory, file by file: the only place that knows how a result is laid out on disk,
 * and how what a part of a run measured goes from one process to another. Jackson stays inside. May
 * import results.format and what it exposes, results.host, core.file.
 */
@NullMarked
package io.kvbench.results.directory;

import org.jspecify.annotations.NullMarked;
