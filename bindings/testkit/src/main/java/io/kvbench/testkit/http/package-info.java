/**
 * An HTTP client for tests of a service that is described with OpenAPI. For tests only. May import
 * Jackson and a validator of JSON Schema, which a project that uses it brings.
 */
@NullMarked
package io.kvbench.testkit.http;

import org.jspecify.annotations.NullMarked;
