/**
 * Files that kvbench reads and writes: which ones it reads, who may read what it writes, and what
 * to say when either fails. Imports nothing but the JDK.
 */
@NullMarked
package io.kvbench.core.file;

import org.jspecify.annotations.NullMarked;
