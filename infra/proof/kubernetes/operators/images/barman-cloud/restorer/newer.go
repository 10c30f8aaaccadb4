package restorer

import "errors"

// Distinguished by the plugin alone: this version reports none of them, so each is an error like any other.
var (
	ErrInvalidWALName = errors.New("invalid name of a WAL file")
	ErrConnectivity   = errors.New("object store not reached")
	ErrGeneric        = errors.New("WAL file not restored")
)
