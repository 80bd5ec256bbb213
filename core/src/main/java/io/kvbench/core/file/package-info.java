/**
 * Files that kvbench reads and writes: limits on input files, permissions of output files, and
 * error messages. Imports nothing but the JDK.
 */
@NullMarked
package io.kvbench.core.file;

import org.jspecify.annotations.NullMarked;
