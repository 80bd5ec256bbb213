# kvbench from a plain checkout: docker build -t kvbench .
#
# Any images with a JDK 21 and Maven, and with its runtime, will do; both base images exist for AMD64 and ARM64.
ARG BUILD_IMAGE=maven:3.9-eclipse-temurin-21
ARG RUNTIME_IMAGE=debian:13-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
RUN mvn -q -B -pl runner/app -am package -DskipTests -Dkvbench.jar=/kvbench.jar

# A runtime of the modules that kvbench uses.
FROM ${BUILD_IMAGE} AS runtime
RUN jlink --strip-java-debug-attributes --no-header-files --no-man-pages --output /runtime --add-modules \
  java.se,jdk.crypto.ec,jdk.httpserver,jdk.management,jdk.naming.dns,jdk.net,jdk.security.auth,jdk.security.jgss,jdk.unsupported

FROM ${RUNTIME_IMAGE}
COPY --from=runtime /runtime /opt/java
COPY --from=build /kvbench.jar /opt/kvbench/lib/kvbench.jar
COPY workloads /work/workloads
RUN chown 65532:65532 /work
USER 65532:65532
WORKDIR /work
ENV KVBENCH_CACHE=off HOME=/work XDG_CONFIG_HOME=/etc
ENTRYPOINT ["/opt/java/bin/java", "-XX:MaxRAMPercentage=70", "-XX:+ExitOnOutOfMemoryError", \
  "-Dsun.misc.unsafe.memory.access=allow", "-jar", "/opt/kvbench/lib/kvbench.jar"]
