/** SQL that returns a timestamp as ISO 8601 in UTC with milliseconds, as the API shows it. */
export const instant = (timestamp: string) =>
  `to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL that selects a timestamp column as `instant`, under its own name. */
export const instantColumn = (column: string) => `${instant(column)} as ${column}`;
