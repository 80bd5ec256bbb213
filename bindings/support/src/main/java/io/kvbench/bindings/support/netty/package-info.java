/**
 * Shared code of bindings on Netty: event loops, and connections for one read. May import core's
 * operation and binding, this module's root package, and Netty; a binding that uses it declares
 * {@code netty-transport}, and Netty's native epoll for speed on Linux.
 */
@NullMarked
package io.kvbench.bindings.support.netty;

import org.jspecify.annotations.NullMarked;
