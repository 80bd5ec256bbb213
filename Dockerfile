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
RUN jlink --strip-debug --no-header-files --no-man-pages --output /runtime --add-modules \
  java.se,jdk.crypto.ec,jdk.httpserver,jdk.management,jdk.naming.dns,jdk.net,jdk.unsupported

FROM ${RUNTIME_IMAGE}
COPY --from=runtime /runtime /opt/java
COPY --from=build /kvbench.jar /opt/kvbench/lib/kvbench.jar
COPY packaging/bin/kvbench /opt/kvbench/bin/kvbench
COPY workloads /work/workloads
RUN chown 65532:65532 /work
USER 65532:65532
WORKDIR /work
ENV KVBENCH_JAVA_HOME=/opt/java KVBENCH_CACHE=off HOME=/work \
  JAVA_TOOL_OPTIONS= XDG_CONFIG_HOME=/etc
ENTRYPOINT ["/opt/kvbench/bin/kvbench"]
