import type { SignedInPerson } from '@cvq/contract';
import { computed, signal } from '@preact/signals';
import { project } from '../address/location.ts';
import { currentProject } from './projects.ts';
import { person } from './session.ts';

type SettingsAccount = Pick<SignedInPerson['accounts'][number], 'id' | 'name' | 'role'>;

const chosen = signal<{ readonly project: string | null; readonly account: string } | null>(null);

/**
 * The accounts whose settings somebody can open in this project: those of which they are a member; for a superadmin, and
 * for the owner of the demo, who reads them, also that of the project.
 */
export const settingsAccounts = computed((): readonly SettingsAccount[] => {
  if (person.value === null) return [];
  const { accounts, is_superadmin: isSuperadmin, is_demo: isDemo } = person.value;
  const owner = currentProject.value?.account;
  if (owner === undefined || !(isSuperadmin || isDemo)) return accounts;
  const others = accounts.filter(({ id }) => id !== owner.id);
  return [{ ...owner, role: isDemo ? 'viewer' : 'owner' }, ...others];
});

/** The one that is open: that of the project, where they can open it, unless they chose another; null for none. */
export const settingsAccount = computed((): SettingsAccount | null => {
  const of = (id: string | undefined) => settingsAccounts.value.find((account) => account.id === id);
  const asked = chosen.value?.project === project.value ? chosen.value.account : undefined;
  return of(asked) ?? of(currentProject.value?.account.id) ?? settingsAccounts.value[0] ?? null;
});

/** Whether they may change what belongs to that account. */
export const mayAdministerAccount = computed(() => {
  const role = settingsAccount.value?.role;
  return role === 'admin' || role === 'owner';
});

/** Opens the settings of another account. */
export function chooseSettingsAccount(account: string): void {
  chosen.value = { project: project.value, account };
}
