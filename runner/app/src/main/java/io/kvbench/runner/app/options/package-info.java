/**
 * Options that several commands share, their conversion to a plan, and what every command needs.
 */
@NullMarked
package io.kvbench.runner.app.options;

import org.jspecify.annotations.NullMarked;
