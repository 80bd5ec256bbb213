package io.kvbench.runner.service;

import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import java.util.List;

/** A rejection of a request: an HTTP status, a sentence, and problems if there are any. */
final class ServiceRefusal extends Exception {
  static final int BAD_REQUEST = 400;
  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int METHOD_NOT_ALLOWED = 405;
  static final int CONFLICT = 409;
  static final int TOO_LARGE = 413;
  static final int UNSUPPORTED = 415;
  static final int INTERNAL_ERROR = 500;
  static final int UNAVAILABLE = 503;

  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient List<Problem> problems;

  ServiceRefusal(int status, String message) {
    this(status, message, List.of());
  }

  private ServiceRefusal(int status, String message, List<Problem> problems) {
    super(message);
    this.status = status;
    this.problems = List.copyOf(problems);
  }

  /** Refuses a request because of its content. */
  static ServiceRefusal of(Problems problems) {
    String message = problems.count() == 1 ? "1 error" : problems.count() + " errors";
    return new ServiceRefusal(BAD_REQUEST, message, problems.list());
  }

  static ServiceRefusal notFound(String what) {
    return new ServiceRefusal(NOT_FOUND, what + " does not exist");
  }

  int status() {
    return status;
  }

  List<Problem> problems() {
    return problems;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
