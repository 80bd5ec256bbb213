// Command datagrams passes on the UDP packets that arrive on ports, each to a server. Nothing is sent back: servers
// answer to addresses that they know from elsewhere.
package main

import (
	"fmt"
	"net"
	"os"
	"strings"
)

func main() {
	for _, way := range os.Args[1:] {
		port, server, _ := strings.Cut(way, "=")
		in, err := net.ListenPacket("udp", ":"+port)
		if err != nil {
			fmt.Fprintln(os.Stderr, "usage: datagrams PORT=HOST:PORT...:", err)
			os.Exit(1)
		}
		go pass(in, server)
	}
	select {}
}

// pass drops what arrives while the server has no address yet.
func pass(in net.PacketConn, server string) {
	packet := make([]byte, 1<<16)
	for {
		length, _, err := in.ReadFrom(packet)
		if err != nil {
			continue
		}
		if address, err := net.ResolveUDPAddr("udp", server); err == nil {
			in.WriteTo(packet[:length], address)
		}
	}
}
