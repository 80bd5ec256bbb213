/** The colours of the systems in pictures, the same in every one. May import core only. */
@NullMarked
package io.kvbench.reports.colour;

import org.jspecify.annotations.NullMarked;
