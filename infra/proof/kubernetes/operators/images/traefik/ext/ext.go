// Package ext stands for a nested module that no registry has: what makers of other editions add to settings, here nothing.
package ext

// HTTP adds nothing to what traefik is told of HTTP.
type HTTP struct{}

// Router adds nothing to a router.
type Router struct{}
