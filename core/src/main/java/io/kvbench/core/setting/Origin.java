package io.kvbench.core.setting;

/**
 * Where a setting was given.
 *
 * @param source a file's path, or the flag as the user typed it
 * @param line the line in the file, counted from 1; 0 where there are no lines
 */
public record Origin(String source, int line) {

  /** Returns the origin of something given with a command line flag or by a calling program. */
  public static Origin of(String source) {
    return new Origin(source, 0);
  }

  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line;
  }
}
