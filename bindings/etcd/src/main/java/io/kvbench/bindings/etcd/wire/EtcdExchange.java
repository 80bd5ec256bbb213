package io.kvbench.bindings.etcd.wire;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.grpc.Status;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One request with one answer, or with a stream of them, on an HTTP/2 stream. Created on any
 * thread; fields that are not final belong to the event loop's thread. Ends with exactly one of
 * {@link #answered} and {@link #failed}, on that thread as long as it runs.
 */
public abstract class EtcdExchange {
  /** gRPC prefixes each message with a compression flag and its length. */
  private static final int PREFIX_BYTES = 1 + Integer.BYTES;

  /** The initial capacity: more than most answers have. */
  private static final int FIRST_BYTES = 1 << 20;

  private static final byte[] NOTHING = {};

  public final Rpc rpc;
  public final @Nullable EtcdToken token;

  /** Whether requests may follow on the stream, which then stays open. */
  final boolean more;

  byte[] request;

  // Its stream, and how much of it is sent; for its link.
  public @Nullable EtcdLink link;
  public int stream;
  int sent;
  int window;

  /** Whether the server has begun to answer. */
  boolean begun;

  private int prefixRead;
  private long prefix;
  private byte[] answer = NOTHING;
  private int answerRead;

  public EtcdExchange(Rpc rpc, MessageLite request, @Nullable EtcdToken token) {
    this(rpc, request, token, false);
  }

  public EtcdExchange(Rpc rpc, MessageLite request, @Nullable EtcdToken token, boolean more) {
    this.rpc = rpc;
    this.request = framed(request);
    this.token = token;
    this.more = more;
  }

  /** Appends a request to those to be sent. */
  public final void append(MessageLite message) {
    byte[] next = framed(message);
    int rest = request.length - sent;
    byte[] both = Arrays.copyOfRange(request, sent, sent + rest + next.length);
    System.arraycopy(next, 0, both, rest, next.length);
    request = both;
    sent = 0;
  }

  private static byte[] framed(MessageLite message) {
    int size = message.getSerializedSize();
    byte[] framed = new byte[PREFIX_BYTES + size];
    for (int at = PREFIX_BYTES - 1, rest = size; at > 0; at--, rest >>>= Byte.SIZE) {
      framed[at] = (byte) rest;
    }
    try {
      message.writeTo(CodedOutputStream.newInstance(framed, PREFIX_BYTES, size));
    } catch (IOException e) {
      throw new UncheckedIOException("an array has the room that its message asked for", e);
    }
    return framed;
  }

  public final boolean isSent() {
    return sent == request.length;
  }

  /** Adds a piece of the answer. Returns whether it is valid. */
  final boolean take(ByteBuf data) {
    boolean taken = takePiece(data);
    while (taken && isWhole() && isOneOfMany(answer)) {
      prefixRead = 0;
      prefix = 0;
      answer = NOTHING;
      answerRead = 0;
      taken = takePiece(data);
    }
    return taken && !data.isReadable();
  }

  private boolean isWhole() {
    return prefixRead == PREFIX_BYTES && answerRead == prefix;
  }

  /** Handles an answer that others may follow; returns whether more are allowed. */
  public boolean isOneOfMany(byte[] message) {
    return false;
  }

  /** Adds the bytes that belong to one answer. */
  private boolean takePiece(ByteBuf data) {
    while (prefixRead < PREFIX_BYTES && data.isReadable()) {
      prefix = prefix << Byte.SIZE | data.readUnsignedByte();
      if (++prefixRead == PREFIX_BYTES) {
        if (prefix > Integer.MAX_VALUE) {
          return false; // compressed, which was not requested, or larger than any array
        }
        answer = new byte[(int) Math.min(prefix, FIRST_BYTES)];
      }
    }
    if (prefixRead == PREFIX_BYTES) {
      int length = (int) Math.min(data.readableBytes(), prefix - answerRead);
      makeRoom(answerRead + length);
      data.readBytes(answer, answerRead, length);
      answerRead += length;
    }
    return true;
  }

  /** Grows with the received bytes, not with the announced length. */
  private void makeRoom(int bytes) {
    if (bytes > answer.length) {
      answer = Arrays.copyOf(answer, (int) Math.min(prefix, Math.max(bytes, 2L * answer.length)));
    }
  }

  /** Ends the exchange; called once, by its current owner. */
  public final void end(Status status) {
    if (!status.isOk()) {
      failed(status);
    } else if (!isWhole() || answer.length == 0) {
      // Every answer has a header.
      failed(Status.INTERNAL.withDescription("the server sent an empty answer"));
    } else {
      try {
        answered(answer);
      } catch (InvalidProtocolBufferException e) {
        failed(Status.INTERNAL.withDescription("the server's answer cannot be read").withCause(e));
      } catch (RuntimeException e) {
        // Only this request may fail: an exception would end the connection of all others.
        failed(Status.INTERNAL.withDescription("the answer could not be handled").withCause(e));
      }
    }
  }

  /** Parses the answer before it is used. */
  public abstract void answered(byte[] message) throws InvalidProtocolBufferException;

  public abstract void failed(Status status);
}
