/** The answers of ad platforms, as attempts tell them, that leave nothing to mend. */
export const FINE_ANSWERS: readonly string[] = [
  'accepted',
  'processing',
  'delivered',
  'duplicate',
  'unmatched',
  'dry_run',
];
