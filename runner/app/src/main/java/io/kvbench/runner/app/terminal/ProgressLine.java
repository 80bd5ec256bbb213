package io.kvbench.runner.app.terminal;

/** The line of progress on standard error, written over on a terminal. For any thread. */
public final class ProgressLine {
  private final Terminal terminal;
  private boolean open;

  public ProgressLine(Terminal terminal) {
    this.terminal = terminal;
  }

  /**
   * Writes over the line.
   *
   * @param width of the terminal: a longer line would wrap, and no longer be written over
   */
  public synchronized void overwrite(String text, int width) {
    terminal.clearLine();
    terminal.err().print(text.length() < width ? text : text.substring(0, width - 1));
    terminal.err().flush();
    open = true;
  }

  /** Writes a line that stays. */
  public synchronized void println(String text) {
    finished();
    terminal.err().println(text);
    terminal.err().flush();
  }

  /** Leaves the terminal as it was found. */
  public synchronized void finished() {
    if (open) {
      terminal.clearLine();
      open = false;
    }
    terminal.err().flush();
  }
}
