/**
 * Named settings with a type, a default and an origin, and the one way to report what is wrong with
 * them. Every room that can be configured declares {@link io.kvbench.core.setting.Setting}s; nobody
 * parses text at the point of use. Imports nothing but the JDK.
 */
@NullMarked
package io.kvbench.core.setting;

import org.jspecify.annotations.NullMarked;
