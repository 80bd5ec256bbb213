package io.kvbench.bindings.consul.api;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import java.util.Locale;
import java.util.regex.Pattern;

/** The error kind and message of a failed answer. */
public record ConsulFailure(ErrorKind kind, String message) {
  public static final ConsulFailure BROKEN = lost("the connection broke");
  public static final ConsulFailure HUNG_UP = lost("the server closed the connection");
  public static final ConsulFailure NO_CONNECTION = lost("no connection can be made");
  public static final ConsulFailure CLOSED = lost("the connections were closed");
  public static final ConsulFailure NOT_FREE =
      new ConsulFailure(ErrorKind.TIMEOUT, "the lock was not free within lock.wait");

  public static final ConsulFailure TIMEOUT =
      new ConsulFailure(ErrorKind.TIMEOUT, "no answer in time");

  public static final ConsulFailure HELD = other("another session holds the record");

  /** Prefix of messages about rejected connections. */
  public static final String REFUSED = "the server refuses connections";

  private static final int LONGEST_MESSAGE = 160;

  /** A permission that a token lacks, such as {@code 'key:write'}, which users need to know. */
  private static final Pattern PERMISSION = Pattern.compile("'[a-z_-]+:[a-z]+'");

  /** The parts that differ between occurrences: keys, identifiers, addresses, numbers. */
  private static final Pattern VARYING =
      Pattern.compile(
          "\"[^\"]*\"|'[^']*'"
              + "|\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b"
              + "|\\[[0-9a-fA-F:]*:[0-9a-fA-F:.]*](:\\d+)?"
              + "|\\b\\d{1,3}(\\.\\d{1,3}){3}(:\\d+)?"
              + "|\\d{3,}");

  private static ConsulFailure lost(String message) {
    return new ConsulFailure(ErrorKind.CONNECTION_LOST, message);
  }

  /** Returns the failure of an answer that came without a request. */
  public static ConsulFailure refused(HttpAnswer answer) {
    return lost(REFUSED + ": " + of(answer).message());
  }

  public static ConsulFailure other(String message) {
    return new ConsulFailure(ErrorKind.OTHER, message);
  }

  /** Returns the failure of a status and the server's message. */
  public static ConsulFailure of(HttpAnswer answer) {
    return of(answer.status(), answer.text());
  }

  public static ConsulFailure of(int status, String body) {
    String said = stable(body);
    return new ConsulFailure(kind(status, said.toLowerCase(Locale.ROOT)), message(status, said));
  }

  /** Returns the server's message without the parts that differ between occurrences. */
  static String stable(String words) {
    String line = words.strip().lines().findFirst().orElse("");
    String same = VARYING.matcher(line).replaceAll(found -> kept(found.group()));
    return same.length() > LONGEST_MESSAGE ? same.substring(0, LONGEST_MESSAGE) + "..." : same;
  }

  private static String kept(String varying) {
    return PERMISSION.matcher(varying).matches() ? varying : "...";
  }

  private static String message(int status, String said) {
    return said.isEmpty() ? "HTTP status " + status : status + ": " + said;
  }

  private static ErrorKind kind(int status, String said) {
    return switch (status) {
      case 301, 307, 308, 400, 405, 414, 422 -> ErrorKind.INVALID;
      case 401, 403 -> ErrorKind.UNAUTHORIZED;
      case 413, 431 -> ErrorKind.TOO_LARGE;
      case 429 -> ErrorKind.THROTTLED;
      case 500 -> kindOfServerError(said);
      case 503 -> said.contains("rate limit") ? ErrorKind.THROTTLED : ErrorKind.UNAVAILABLE;
      case 502, 504 -> ErrorKind.UNAVAILABLE;
      default -> ErrorKind.OTHER;
    };
  }

  /** Most errors of a cluster have the same status and differ only in their messages. */
  private static ErrorKind kindOfServerError(String said) {
    if (said.contains("acl not found") || said.contains("permission denied")) {
      return ErrorKind.UNAUTHORIZED;
    }
    if (said.contains("rate limit")) {
      return ErrorKind.THROTTLED;
    }
    boolean cluster =
        said.contains("leader")
            || said.contains("rpc error")
            || said.contains("no known consul servers")
            || said.contains("no path to datacenter")
            || said.contains("raft is already shutdown")
            || said.contains("timed out enqueuing");
    return cluster ? ErrorKind.UNAVAILABLE : ErrorKind.OTHER;
  }

  /** Completes an operation. */
  public void tell(Completion completion) {
    completion.failed(kind, message);
  }
}
