/** The commands that run, plan and calibrate, and list systems and properties. */
@NullMarked
package io.kvbench.runner.app.run;

import org.jspecify.annotations.NullMarked;
