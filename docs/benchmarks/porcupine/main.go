// Checks small histories of one register with Porcupine. A line is: 1 if linearizable by brute force, 1 if by kvbench,
// then operations as kind,unknown,begin,end,value,expected. Started by ../histories.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/anishathalye/porcupine"
)

const (
	read = iota
	write
	compareAndSet
	refused
	insert
	insertRefused
	remove
)

const loaded = 1
const never = int64(1) << 60

type input struct {
	kind            int
	unknown         bool
	value, expected int
}

// A read or a refusal with an unknown outcome says nothing and is left out before.
func step(state, in, out interface{}) (bool, interface{}) {
	op, value := in.(input), state.(int)
	switch op.kind {
	case read:
		return op.value == value, value
	case write, remove:
		return true, op.value
	case compareAndSet:
		if op.expected == value {
			return true, op.value
		}
		return op.unknown, value
	case refused:
		return op.expected != value, value
	case insert:
		if value == 0 {
			return true, op.value
		}
		return op.unknown, value
	default:
		return value != 0, value
	}
}

func main() {
	model := porcupine.Model{Init: func() interface{} { return loaded }, Step: step}
	file, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(file)
	histories, linearizable, brute, kvbench := 0, 0, 0, 0
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		var ops []porcupine.Operation
		for client, field := range fields[2:] {
			var v [6]int64
			for i, text := range strings.Split(field, ",") {
				v[i], _ = strconv.ParseInt(text, 10, 64)
			}
			op := input{int(v[0]), v[1] == 1, int(v[4]), int(v[5])}
			if op.unknown && (op.kind == read || op.kind == refused || op.kind == insertRefused) {
				continue
			}
			end := v[3]
			if op.unknown {
				end = never
			}
			ops = append(ops, porcupine.Operation{ClientId: client, Input: op, Call: v[2], Return: end})
		}
		ok := porcupine.CheckOperations(model, ops)
		histories++
		if ok {
			linearizable++
		}
		if ok != (fields[0] == "1") {
			brute++
		}
		if ok != (fields[1] == "1") {
			kvbench++
		}
	}
	fmt.Printf("%d histories, %d linearizable by Porcupine; it differs from the brute force on %d and from kvbench on %d\n",
		histories, linearizable, brute, kvbench)
	if brute+kvbench > 0 {
		os.Exit(1)
	}
}
