/**
 * A real Chromium for tests of pages. For tests only. May import the testkit and Jackson, which the
 * using project must provide.
 */
@NullMarked
package io.kvbench.testkit.browser;

import org.jspecify.annotations.NullMarked;
