/**
 * The result directory, file by file: the only package that defines the layout of a result on disk,
 * and the transfer of measurements between processes. Jackson stays inside. May import
 * results.format and what it exposes, results.host, core.file.
 */
@NullMarked
package io.kvbench.results.directory;

import org.jspecify.annotations.NullMarked;
