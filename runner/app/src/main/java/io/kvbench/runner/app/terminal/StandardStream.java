package io.kvbench.runner.app.terminal;

import io.kvbench.core.setting.Secrets;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The standard output or the standard error; nothing else writes to them. Control characters become
 * escapes of four hexadecimal digits, so that no file, server or argument controls the terminal.
 * Line feeds and tabs pass, and so do colours in {@link #coloured}. After the first failure, which
 * is kept, nothing more is written. Thread-safe; the end of a line is flushed.
 */
public final class StandardStream {
  /** Controls, formatting such as bidirectional overrides, line and paragraph separators. */
  private static final Pattern HARMFUL =
      Pattern.compile("(?!\\r\\n)[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\n\\t]]");

  /** The same without the colours that kvbench writes itself. */
  private static final Pattern HARMFUL_BESIDE_COLOURS =
      Pattern.compile("\\x1B\\[[0-9;]*m|(?<harmful>" + HARMFUL + ")");

  private final OutputStream target;
  private final Charset charset;
  private final PrintWriter plain = new PrintWriter(new Text(text -> escaped(text, HARMFUL)));
  private final PrintWriter coloured =
      new PrintWriter(new Text(text -> escaped(text, HARMFUL_BESIDE_COLOURS)));
  private final PrintWriter messages =
      new PrintWriter(new Text(text -> escaped(Secrets.mask(text), HARMFUL)));
  private @Nullable IOException failure;

  public StandardStream(OutputStream target, Charset charset) {
    this.target = new BufferedOutputStream(target);
    this.charset = charset;
  }

  /** Returns where text without colours is printed. */
  public PrintWriter plain() {
    return plain;
  }

  /** Returns where text is printed that may have colours. */
  public PrintWriter coloured() {
    return coloured;
  }

  /**
   * Returns the writer of messages, which escapes control characters from files, servers and
   * libraries.
   */
  public PrintWriter messages() {
    return messages;
  }

  Charset charset() {
    return charset;
  }

  /** Writes a control sequence of kvbench's own, such as one that clears the line. */
  public void control(String sequence) {
    try {
      write(sequence);
    } catch (IOException e) {
      // It is kept as the failure.
    }
  }

  /** Returns why text was lost, if any was. */
  public synchronized Optional<IOException> failure() {
    plain.flush();
    messages.flush();
    return Optional.ofNullable(failure);
  }

  private synchronized void write(String text) throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      target.write(text.getBytes(charset));
      if (text.indexOf('\n') >= 0) {
        target.flush();
      }
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private synchronized void flush() throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      target.flush();
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private static String escaped(String text, Pattern harmful) {
    Matcher matcher = harmful.matcher(text);
    return matcher.replaceAll(
        match ->
            match.groupCount() == 1 && match.group(1) == null
                ? Matcher.quoteReplacement(match.group())
                : Matcher.quoteReplacement(escape(match.group())));
  }

  private static String escape(String harmful) {
    StringBuilder escape = new StringBuilder();
    harmful.chars().forEach(sign -> escape.append("\\u%04x".formatted(sign)));
    return escape.toString();
  }

  /** A writer that removes control characters from text. */
  private final class Text extends Writer {
    private final UnaryOperator<String> cleaning;

    Text(UnaryOperator<String> cleaning) {
      this.cleaning = cleaning;
    }

    @Override
    public void write(char[] buffer, int offset, int length) throws IOException {
      StandardStream.this.write(cleaning.apply(new String(buffer, offset, length)));
    }

    @Override
    public void flush() throws IOException {
      StandardStream.this.flush();
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
