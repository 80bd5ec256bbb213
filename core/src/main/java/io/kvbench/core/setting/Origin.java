package io.kvbench.core.setting;

/**
 * The origin of a setting.
 *
 * @param source a file's path, or the flag as the user typed it
 * @param line the line in the file, counted from 1; 0 if there are no lines
 */
public record Origin(String source, int line) {

  /** Returns the origin of a command line flag or of a value from a calling program. */
  public static Origin of(String source) {
    return new Origin(source, 0);
  }

  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line;
  }
}
