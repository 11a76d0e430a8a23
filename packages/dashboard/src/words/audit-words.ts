import type { ListedAuditEntry } from '@cvq/contract';
import { strangersText } from './strangers-text.ts';

/** The name of an operation as words: `create_key` as "Create key". */
export function actionWords(action: string): string {
  const words = action.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Who did something. */
export function actorWords({ kind, name }: ListedAuditEntry['actor']): string {
  if (kind === 'person') return strangersText(name || 'Somebody who is gone');
  if (kind === 'key') return `The key ${strangersText(name ?? '')}`;
  return { operator: 'The operator', demo: 'The owner of the demo', other_account: 'The other side' }[kind];
}

const SURFACES: Readonly<Record<ListedAuditEntry['surface'], string>> = {
  dashboard: 'in the dashboard',
  command_line: 'at the command line',
  read_api: 'by the read API',
  mcp: 'by an assistant',
  oauth: 'by a connected application',
};

/** By what way, and from where. */
export function surfaceWords({ surface, network }: Pick<ListedAuditEntry, 'surface' | 'network'>): string {
  return network === null ? SURFACES[surface] : `${SURFACES[surface]}, from ${network}`;
}

/** What is different in one field; null where there was nothing, or is nothing. */
export type Difference = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** What of a thing is different afterwards, field by field, in the order in which it was told. */
export function differencesOf({ before, after }: Pick<ListedAuditEntry, 'before' | 'after'>): Difference[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({
      field: field.replaceAll('_', ' '),
      before: textOf(was[field]),
      after: textOf(is[field]),
    }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((part) => typeof part === 'string'))
    return strangersText(value.join(', ') || 'none');
  return strangersText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
