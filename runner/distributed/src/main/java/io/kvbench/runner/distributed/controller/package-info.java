/** The process that controls a run, as far as agents carry its load. */
@NullMarked
package io.kvbench.runner.distributed.controller;

import org.jspecify.annotations.NullMarked;
