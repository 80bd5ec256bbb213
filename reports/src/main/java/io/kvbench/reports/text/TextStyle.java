package io.kvbench.reports.text;

/**
 * The capabilities of the terminal.
 *
 * @param width columns; lines are wrapped and drawings scaled to it, within 80 and 120
 * @param color whether to colour with ANSI sequences; colour never says anything that a word or a
 *     sign does not say as well
 * @param unicode whether to draw with block elements; otherwise everything is ASCII
 */
public record TextStyle(int width, boolean color, boolean unicode) {

  /** Ninety-six columns of Unicode, without colour. */
  public static final TextStyle PLAIN = new TextStyle(96, false, true);

  public TextStyle {
    width = Math.clamp(width, 80, 120);
  }
}
