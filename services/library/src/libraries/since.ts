/**
 * SQL condition for transactions that a `pg_snapshot` did not see and that have ended since; takes the snapshot twice.
 * Excludes future transaction numbers, which stem from another server's restored rows.
 * @param xid the indexed transaction column
 */
export const since = (xid: string) => `
  ${xid} >= pg_snapshot_xmin(?::pg_snapshot) and ${xid} < pg_snapshot_xmax(pg_current_snapshot())
  and not pg_visible_in_snapshot(${xid}, ?::pg_snapshot)`;
