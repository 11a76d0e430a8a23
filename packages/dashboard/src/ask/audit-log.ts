import type { AuditLogResponse, ListAccountsResponse } from '@cvq/contract';
import { computed, signal } from '@preact/signals';
import { item, page } from '../address/location.ts';
import { reach } from './ask.ts';
import { person } from './session.ts';
import { mayAdministerAccount, settingsAccount } from './settings-account.ts';
import { watched } from './watched.ts';

/** What of the log is shown. */
export type AuditFilter = {
  readonly user?: string;
  readonly action?: string;
  readonly project?: string;
  /** Only what is older than this entry. */
  readonly before?: number;
};

/** As many as one answer has. */
const AT_ONCE = 1000;
/** How a row begins: with the id of the entry, and the year. No cell has a line break. */
const ROW = /^(\d+),\d{4}-/gm;

const isOfAllChosen = signal(false);

/** Whether the log is that of the whole installation: to superadmins, where they say so, or have no account open. */
export const isOfAll = computed(
  () => person.value?.is_superadmin === true && (isOfAllChosen.value || settingsAccount.value === null),
);

/** Chooses whether the log of the whole installation is shown. */
export function showAll(isOn: boolean): void {
  isOfAllChosen.value = isOn;
}

/** Whose log is asked for, as a question has it; null where nobody's is. */
const asked = computed((): Record<string, string> | null => {
  if (page.value !== 'settings' || item.value !== 'audit-log') return null;
  if (isOfAll.value) return {};
  return mayAdministerAccount.value && settingsAccount.value ? { account: settingsAccount.value.id } : null;
});

/** Whose log it is: the id of an account, or empty for all. */
export const auditLogOf = computed(() => asked.value?.account ?? '');

const filtered = signal<{ readonly of: string; readonly by: AuditFilter }>({ of: '', by: {} });

/** What the log is filtered by. People and projects of one account are none of another. */
export const auditFilter = computed(() => (filtered.value.of === auditLogOf.value ? filtered.value.by : {}));

/** Narrows the log that is shown, until the log of another account is. */
export function filterAuditLog(by: AuditFilter): void {
  filtered.value = { of: auditLogOf.peek(), by };
}

/** A page of the log of the account whose settings are open, or of all. */
export const auditLog = watched<AuditLogResponse>(() =>
  asked.value ? `/audit-log?${questionOf(asked.value, auditFilter.value)}` : null,
);

/** The accounts of the installation, where the log is that of all. */
const accounts = watched<ListAccountsResponse>(() => (asked.value && isOfAll.value ? '/accounts' : null));

/** What the account of an entry is called, where entries of several stand together; null elsewhere. */
export function accountWords(id: string | null): string | null {
  if (!isOfAll.value) return null;
  if (id === null) return 'no account';
  return accounts.answer.value?.data.find((account) => account.id === id)?.name ?? id;
}

/**
 * Everything that the filters keep, as CSV.
 * @throws NotAnswered
 */
export async function downloadAuditLog(): Promise<Blob> {
  const { before: _, ...filter } = auditFilter.value;
  const parts: string[] = [];
  for (let before: number | undefined; ; ) {
    const query = questionOf(asked.value ?? {}, { ...filter, ...(before && { before }) });
    query.set('limit', String(AT_ONCE));
    const given = { headers: { Accept: 'text/csv' } };
    const text = await reach(`/audit-log?${query}`, given, (response) => response.text());
    // The names of the columns stand once.
    parts.push(before === undefined ? text : text.slice(text.indexOf('\n') + 1));
    const ids = [...text.matchAll(ROW)];
    if (ids.length < AT_ONCE) return new Blob(parts, { type: 'text/csv' });
    before = Number(ids.at(-1)?.[1]);
  }
}

function questionOf(whose: Record<string, string>, filter: AuditFilter): URLSearchParams {
  const given = Object.entries(filter).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams([...Object.entries(whose), ...given]);
}
