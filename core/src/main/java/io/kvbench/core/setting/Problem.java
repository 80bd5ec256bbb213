package io.kvbench.core.setting;

/**
 * A problem that prevents a run from being planned. Passwords in it are masked.
 *
 * @param where the file and line or flag, or the name of the setting that caused it
 * @param message what is wrong and what to do about it, in one or two sentences
 */
public record Problem(String where, String message) {
  public Problem {
    where = Secrets.mask(Excerpt.of(where));
    message = Secrets.mask(message);
  }

  @Override
  public String toString() {
    return where + ": " + message;
  }
}
