# The Homebrew formula of a release; packaging/release fills in its version and checksum.
class Kvbench < Formula
  desc "Benchmarks distributed key-value stores"
  homepage "https://github.com/kvbench/kvbench"
  url "https://github.com/kvbench/kvbench/releases/download/v@version@/kvbench-@version@.tar.gz"
  sha256 "@sha256@"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    libexec.install "bin", "lib", "workloads"
    (bin/"kvbench").write_env_script libexec/"bin/kvbench", Language::Java.overridable_java_home_env
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completion/kvbench.bash" => "kvbench"
    zsh_completion.install "completion/_kvbench"
    fish_completion.install "completion/kvbench.fish"
    doc.install "docs", "licences"
  end

  test do
    assert_match "Operations", shell_output("#{bin}/kvbench -db memory -P smoke -p hosts.every=off")
  end
end
