/**
 * Charts and plots as pictures. May import reports.document and reports.series, reports.colour with
 * core.binding's {@link io.kvbench.core.binding.SystemColour}, reports.text for harmless text, and
 * JFreeChart with Batik's writer of SVG, both here only. Needs {@code java.desktop} and a font, but
 * no screen.
 */
@NullMarked
package io.kvbench.reports.plot;

import org.jspecify.annotations.NullMarked;
