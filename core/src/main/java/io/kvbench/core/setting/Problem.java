package io.kvbench.core.setting;

/**
 * One thing that keeps a run from being planned. Passwords in it are masked.
 *
 * @param where the file and line or flag, or the name of the setting that is to blame
 * @param message what is wrong and what to do about it, in one sentence or two
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
