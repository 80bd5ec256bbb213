package io.kvbench.bindings.etcd.status;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The timeout of jetcd's calls, whose futures have none. */
final class CallLimit implements ClientInterceptor {
  /** The timeout of calls within a context. */
  static final Context.Key<Duration> LIMIT =
      Context.keyWithDefault("kvbench-etcd-limit", Duration.ofSeconds(30));

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return next.newCall(
        method, options.withDeadlineAfter(LIMIT.get().toNanos(), TimeUnit.NANOSECONDS));
  }
}
