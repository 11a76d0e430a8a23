import { CLICK_ID_PARAMETERS } from '../attribution/click-ids.ts';

/** Fields without those that are named as click ids are. */
export function withoutNamedClickIds(
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !CLICK_ID_PARAMETERS.has(name.toLowerCase())),
  );
}
