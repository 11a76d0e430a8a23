import { MAX_PROJECT_NAMES } from '@cvq/contract';
import type { ProjectChange, ProjectRecord } from '@cvq/storage';
import { Refused } from './refused.ts';

type List = readonly string[] | null | undefined;

/** The lists of a project as they were when somebody began to change them. */
export type FormerLists = { readonly hosts?: List; readonly redactedNames?: List };

/**
 * The lists of a change, with what others have put into them or taken out since: a page that was opened before knows nothing
 * of it, and is not to undo it.
 * @throws Refused where they have become too long together, or where no host is left: none would count every host
 */
export function mergedLists(now: ProjectRecord, change: ProjectChange, from: FormerLists): ProjectChange {
  const hosts = merged(now.hosts, from.hosts, change.hosts);
  const redactedNames = merged(now.redactedNames, from.redactedNames, change.redactedNames);
  if (hosts?.length === 0) throw noHostLeft();
  refuseLong('hosts', hosts);
  refuseLong('redacted_names', redactedNames);
  return {
    ...(hosts !== undefined && { hosts }),
    ...(redactedNames !== undefined && { redactedNames }),
  };
}

/** `to` in the place of `now`, as far as it differs from `from`. */
function merged(now: readonly string[] | null, from: List, to: List): List {
  if (now === null || from === undefined || to === undefined || to === null) return to;
  const former = new Set(from);
  const isUntouched = now.length === former.size && now.every((name) => former.has(name));
  if (isUntouched) return to;
  const kept = now.filter((name) => !former.has(name) || to.includes(name));
  return [...new Set([...kept, ...to.filter((name) => !former.has(name))])];
}

function noHostLeft(): Refused {
  return new Refused('bad_value', {
    field: 'hosts',
    problem: 'With what others have taken out meanwhile no host is left.',
    fix: 'Load the page anew, and leave one in; without any list every host counts.',
  });
}

function refuseLong(field: string, list: List): void {
  if ((list?.length ?? 0) <= MAX_PROJECT_NAMES) return;
  throw new Refused('bad_value', {
    field,
    problem: `With what others have added meanwhile there are more than ${MAX_PROJECT_NAMES}.`,
    fix: 'Load the page anew, and take some out.',
  });
}
