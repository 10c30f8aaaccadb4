//go:build tools

package tools

// Named here so that go.mod keeps what `go build` of it needs.
import _ "helm.sh/helm/v4/cmd/helm"
