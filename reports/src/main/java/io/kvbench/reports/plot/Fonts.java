package io.kvbench.reports.plot;

import java.awt.Font;
import java.awt.font.FontRenderContext;

/** The fonts of pictures, and whether there are any: servers often have none. */
final class Fonts {
  private static final String MEND =
      "Plots need Java's desktop module and a font, but no display. Install them: fontconfig and"
          + " fonts-dejavu-core on Debian and Ubuntu, fontconfig and dejavu-sans-fonts on Fedora"
          + " and similar, fontconfig and ttf-dejavu on Alpine; if that is not enough, install the"
          + " distribution's Java package without \"headless\" in its name. Or plot on another"
          + " machine, from a copy of the result directories.";

  private Fonts() {}

  /** Throws an exception with a remedy where text cannot be drawn. */
  static void require() throws PictureException {
    try {
      plain(12).getStringBounds("0", new FontRenderContext(null, true, true));
    } catch (LinkageError | InternalError | RuntimeException e) {
      throw new PictureException(
          "cannot draw plots: Java finds no font here (" + e + "). " + MEND, e);
    }
  }

  static Font plain(int size) {
    return new Font(Font.SANS_SERIF, Font.PLAIN, size);
  }

  static Font bold(int size) {
    return new Font(Font.SANS_SERIF, Font.BOLD, size);
  }
}
