//go:build tools

package tools

// Named here so that go.mod keeps what `go build` of it needs.
import _ "github.com/zegl/kube-score/cmd/kube-score"
