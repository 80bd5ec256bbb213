package io.kvbench.bindings.etcd.wire;

import io.grpc.Status;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The decoder of an exchange's status from HTTP/2 headers and resets. */
public final class Trailers {
  private static final AsciiString STATUS = AsciiString.cached("grpc-status");
  private static final AsciiString MESSAGE = AsciiString.cached("grpc-message");
  private static final AsciiString OK = AsciiString.cached("0");
  private static final int HTTP_OK = 200;
  private static final int MOST_DIGITS = 3;

  private Trailers() {}

  /** Returns the status in the headers that end an answer. */
  public static Status status(Http2Headers headers) {
    CharSequence code = headers.get(STATUS);
    if (OK.contentEquals(code == null ? "" : code)) {
      return Status.OK;
    }
    if (code == null) {
      Status http = httpStatus(headers);
      return http.isOk() ? Status.UNKNOWN.withDescription("the server sent no status") : http;
    }
    CharSequence message = headers.get(MESSAGE);
    return Status.fromCodeValue(number(code))
        .withDescription(message == null ? null : decoded(message.toString()));
  }

  /** Returns OK, unless the answer is not from gRPC; a missing status is OK. */
  static Status httpStatus(Http2Headers headers) {
    CharSequence said = headers.status();
    int code = said == null ? HTTP_OK : number(said);
    Status status =
        switch (code) {
          case HTTP_OK -> Status.OK;
          case 401 -> Status.UNAUTHENTICATED;
          case 403 -> Status.PERMISSION_DENIED;
          case 404 -> Status.UNIMPLEMENTED;
          case 429, 502, 503, 504 -> Status.UNAVAILABLE;
          default -> isInformational(headers) ? Status.OK : Status.UNKNOWN;
        };
    return status.isOk() ? status : status.withDescription("HTTP status code " + code);
  }

  /** Returns whether the final headers of the answer are still to come. */
  static boolean isInformational(Http2Headers headers) {
    CharSequence said = headers.status();
    return said != null && said.length() == 3 && said.charAt(0) == '1';
  }

  /** Returns the status of a stream that the server has reset. */
  static Status reset(long error) {
    Http2Error known = Http2Error.valueOf(error);
    Status status =
        known == Http2Error.ENHANCE_YOUR_CALM
            ? Status.RESOURCE_EXHAUSTED
            : known == Http2Error.REFUSED_STREAM ? Status.UNAVAILABLE : Status.INTERNAL;
    return status.withDescription("RST_STREAM with " + (known == null ? "error " + error : known));
  }

  /** Parses a number in the protocols' format, without signs and leading zeros. */
  private static int number(CharSequence digits) {
    int number = 0;
    for (int at = 0; at < digits.length(); at++) {
      char digit = digits.charAt(at);
      boolean leadingZero = at == 1 && number == 0;
      if (digit < '0' || digit > '9' || leadingZero || at == MOST_DIGITS) {
        return -1;
      }
      number = 10 * number + digit - '0';
    }
    return digits.isEmpty() ? -1 : number;
  }

  /** Decodes percent-encoded bytes of UTF-8. */
  static @Nullable String decoded(String message) {
    if (message.indexOf('%') < 0) {
      return message;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int at = 0; at < message.length(); at++) {
      char letter = message.charAt(at);
      int high = letter == '%' ? digit(message, at + 1) : -1;
      int low = letter == '%' ? digit(message, at + 2) : -1;
      if (high >= 0 && low >= 0) {
        bytes.write(high << 4 | low);
        at += 2;
      } else {
        bytes.write(letter);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static int digit(String text, int at) {
    return at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
  }
}
