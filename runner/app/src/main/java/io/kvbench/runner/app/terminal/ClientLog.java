package io.kvbench.runner.app.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.runner.distributed.coordination.CoordinationServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.LoggerFactory;

/** The log of the client libraries: written to the result directory, never to the terminal. */
public final class ClientLog {
  private static final String PATTERN = "%d{ISO8601,UTC} %-5level [%thread] %logger{0} - %msg%n";
  private static final AtomicReference<Path> FILE = new AtomicReference<>();

  private ClientLog() {}

  /** Keeps the logs off the terminal. */
  public static void quiet() {
    LoggerContext context = context();
    context.reset();
    root(context).setLevel(Level.INFO);
    // kvbench reports the start of containers itself; these logs are for the libraries' developers.
    List.of("org.testcontainers", "tc", "com.github.dockerjava")
        .forEach(name -> context.getLogger(name).setLevel(Level.WARN));
  }

  /** Writes the logs to a new file from now on, if it can be created. */
  static void into(Path file, FilePermissions permissions) {
    try {
      Files.createFile(file, permissions.ofFile(file));
    } catch (IOException e) {
      return;
    }
    LoggerContext context = context();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setContext(context);
    appender.setName("client-log");
    appender.setFile(file.toString());
    appender.setEncoder(encoder);
    appender.addFilter(new Bounded());
    appender.start();
    root(context).addAppender(appender);
    FILE.set(file);
  }

  /** Returns the file, if there is one already. */
  public static Optional<Path> place() {
    return Optional.ofNullable(FILE.get());
  }

  /**
   * The first lines of the log of the server that agents join: it logs what unauthenticated clients
   * send to its port, which must not fill the disk.
   */
  private static final class Bounded extends Filter<ILoggingEvent> {
    private static final int MOST = 500;

    private final AtomicLong lines = new AtomicLong();

    @Override
    public FilterReply decide(ILoggingEvent event) {
      boolean more =
          event.getLoggerName().startsWith(CoordinationServer.LOGGERS)
              && lines.incrementAndGet() > MOST;
      return more ? FilterReply.DENY : FilterReply.NEUTRAL;
    }
  }

  private static LoggerContext context() {
    return (LoggerContext) LoggerFactory.getILoggerFactory();
  }

  private static Logger root(LoggerContext context) {
    return context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }
}
