/**
 * What bindings on Netty share. May import core's binding, and Netty; a binding that uses it
 * declares {@code netty-transport}, and Netty's native epoll for speed on Linux.
 */
@NullMarked
package io.kvbench.bindings.support.netty;

import org.jspecify.annotations.NullMarked;
