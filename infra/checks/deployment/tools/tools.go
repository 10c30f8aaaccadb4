//go:build tools

package tools

// Named here so that go.mod keeps what `go build` of them needs.
import (
	_ "github.com/yannh/kubeconform/cmd/kubeconform"
	_ "github.com/zegl/kube-score/cmd/kube-score"
)
