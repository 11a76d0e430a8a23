import { adStateCode, STEP } from './ad-delivery-codes.ts';

const SAME = ['project', 'ms', 'suffix', 'created_at', 'corrected_at'];
/** What stands in a row that waits for the end of its hold, and has met nothing yet. */
const HELD = {
  integration: 'target.value ->> 0',
  state: adStateCode('held'),
  due_at: 'created_at + (target.value ->> 1)',
  step: STEP.send,
  tries: 0,
  attempts: 0,
};
const NOTHING_YET = [
  ...['reason', 'claimed_at', 'begun_at', 'settled_at', 'reference', 'key', 'left_out', 'unknown_since'],
  ...['accepted_at', 'retry_until', 'asked_at', 'may_have_arrived_at'],
];

/** SQL that joins to each row of `ad_owed` the integrations that it stands for, as `target`. */
export const TARGETS = `
  CROSS JOIN ad_target_lists ON ad_target_lists.id = ad_owed.list, json_each(ad_target_lists.targets) target`;

/** A list for SELECT from `ad_owed` with `TARGETS`: what a delivery begins as, by its columns. */
export const AS_HELD = [
  ...SAME.map((column) => `ad_owed.${column} AS ${column}`),
  ...Object.entries(HELD).map(([column, value]) => `${value} AS ${column}`),
].join(', ');
/** The columns of `AS_HELD`, in their order. */
export const HELD_COLUMNS = [...SAME, ...Object.keys(HELD)].join(', ');

/** SQL in place of `ad_deliveries` for whoever only reads: those that have a row of their own, and those that are still owed. */
export const ALL_DELIVERIES = `(
  SELECT ${HELD_COLUMNS}, ${NOTHING_YET.join(', ')} FROM ad_deliveries
  UNION ALL
  SELECT ${AS_HELD}, ${NOTHING_YET.map((column) => `NULL AS ${column}`).join(', ')} FROM ad_owed ${TARGETS}
) ad_deliveries`;
