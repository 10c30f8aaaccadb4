/** Returns SQL that selects the column as ISO 8601 in UTC, or null. */
export const instantColumn = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
