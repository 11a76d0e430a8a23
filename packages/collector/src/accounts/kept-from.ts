import { DAY_MS } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';

type Deps = { readonly control: Pick<ControlStore, 'findProject'>; readonly now: () => number };

/**
 * From when on a project keeps what happened: the UTC midnight before so many days ago, in epoch milliseconds. Null where
 * it keeps all, as one that is deleted does.
 */
export async function keptFrom({ control, now }: Deps, id: string): Promise<number | null> {
  const days = (await control.findProject(id))?.retentionDays ?? null;
  return days === null ? null : keptSince(days, now());
}

/** The UTC midnight before so many days ago, in epoch milliseconds. */
export function keptSince(days: number, now: number): number {
  const from = now - days * DAY_MS;
  return from - (from % DAY_MS);
}
