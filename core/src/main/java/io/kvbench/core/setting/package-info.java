/**
 * Named settings with a type, a default and an origin, and the collection of problems with them.
 * Every configurable package declares {@link io.kvbench.core.setting.Setting}s; no text is parsed
 * at the point of use. Imports nothing but the JDK.
 */
@NullMarked
package io.kvbench.core.setting;

import org.jspecify.annotations.NullMarked;
