package io.kvbench.reports.plot;

import java.awt.Font;
import java.awt.font.FontRenderContext;

/** The fonts of pictures, and whether there are any: servers often have none. */
final class Fonts {
  private static final String MEND =
      "Pictures need the desktop module of Java and a font, but no screen. Install them: on Debian"
          + " and Ubuntu the packages fontconfig and fonts-dejavu-core, on Fedora and its like"
          + " fontconfig and dejavu-sans-fonts, on Alpine fontconfig and ttf-dejavu; with the Java"
          + " of a distribution, its package without \"headless\" in the name if that is not enough."
          + " Or draw on another machine, from a copy of the result directories.";

  private Fonts() {}

  /**
   * Finds out whether text can be drawn.
   *
   * @throws PictureException if not, with a message that says what to do
   */
  static void require() throws PictureException {
    try {
      plain(12).getStringBounds("0", new FontRenderContext(null, true, true));
    } catch (LinkageError | InternalError | RuntimeException e) {
      throw new PictureException(
          "cannot draw pictures: Java finds no font here (" + e + "). " + MEND, e);
    }
  }

  static Font plain(int size) {
    return new Font(Font.SANS_SERIF, Font.PLAIN, size);
  }

  static Font bold(int size) {
    return new Font(Font.SANS_SERIF, Font.BOLD, size);
  }
}
