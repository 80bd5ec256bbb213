/**
 * The result directory, file by file: the only place that knows how a result is laid out on disk,
 * and how what a part of a run measured goes from one process to another. Jackson stays inside and
 * is an optional dependency of core: a module that writes or reads results declares it. May import
 * results.format and what it exposes, results.host, core.file.
 */
@NullMarked
package io.kvbench.results.directory;

import org.jspecify.annotations.NullMarked;
