package io.kvbench.bindings.consul.api;

import io.kvbench.core.binding.Completion;

/** A handler that interprets an answer for a completion. */
public interface ResponseHandler {
  void handle(HttpAnswer answer, Completion completion);
}
