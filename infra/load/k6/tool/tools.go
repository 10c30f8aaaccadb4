//go:build tools

// Package k6 pins the k6 that `npm run k6:install` builds.
package k6

import _ "go.k6.io/k6/v2"
