package io.kvbench.bindings.consul.api;

import io.kvbench.core.binding.Completion;

/** Tells a completion what an answer means. */
public interface ResponseHandler {
  void handle(HttpAnswer answer, Completion completion);
}
