/**
 * An HTTP client for tests of a service that is described with OpenAPI. For tests only. May import
 * Jackson and a validator of JSON Schema, which the using project must provide.
 */
@NullMarked
package io.kvbench.testkit.http;

import org.jspecify.annotations.NullMarked;
