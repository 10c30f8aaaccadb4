/**
 * SQL for whether a transaction was unknown to a `pg_snapshot` and is not any more: it had not committed yet, even if it had
 * begun. The snapshot is given twice. What is beyond this snapshot comes from another server, whose rows were put in here.
 * @param xid the column with the transaction, which an index is ordered by
 */
export const since = (xid: string) => `
  ${xid} >= pg_snapshot_xmin(?::pg_snapshot) and ${xid} < pg_snapshot_xmax(pg_current_snapshot())
  and not pg_visible_in_snapshot(${xid}, ?::pg_snapshot)`;
