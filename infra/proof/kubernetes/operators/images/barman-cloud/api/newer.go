package api

// AppendRestoreAdditionalCommandArgs adds nothing: this version has no such arguments.
func (cfg *DataBackupConfiguration) AppendRestoreAdditionalCommandArgs(options []string) []string {
	return options
}
