import { isInProject } from '../../address/location.ts';
import { auditLog, isOfAll, showAll } from '../../ask/audit-log.ts';
import { currentProject } from '../../ask/projects.ts';
import { person } from '../../ask/session.ts';
import { mayAdministerAccount, settingsAccount } from '../../ask/settings-account.ts';
import { AccountChooser } from '../../parts/account-chooser.tsx';
import { NoAccount } from '../../parts/no-account.tsx';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { AuditEntry } from './audit-log/audit-entry.tsx';
import { AuditFilters } from './audit-log/audit-filters.tsx';
import { AuditPaging } from './audit-log/audit-paging.tsx';
import '../../style/audit-log.css';

/** Who changed what in an account, newest first. */
export default function AuditLog() {
  const account = settingsAccount.value;
  if (!isOfAll.value) {
    if (account === null && !isInProject.value) return <NoAccount whose={() => ''} />;
    if (!mayAdministerAccount.value) return <NotForYou />;
  }
  const { data, meta } = auditLog.answer.value ?? {};
  return (
    <SettingsPage
      sentence={
        data
          ? data.length === 0
            ? 'Nobody changed this.'
            : `Who changed what in ${isOfAll.value ? 'all accounts' : account?.name}.`
          : null
      }
      aside={`Every write of people, keys and operators. ${meta?.days ?? 400} days are kept.`}
      of={[auditLog]}
      chooser={<Whose mayBeAll={person.value?.is_superadmin === true && account !== null} />}
    >
      <AuditFilters />
      <ul class="ledger audit" aria-label="Changes">
        {data?.map((entry) => (
          <AuditEntry key={entry.id} of={entry} />
        ))}
      </ul>
      <AuditPaging next={meta?.next_before ?? null} />
    </SettingsPage>
  );
}

/** The log of which account it is, or that of all. */
function Whose({ mayBeAll }: { readonly mayBeAll: boolean }) {
  return (
    <>
      {!isOfAll.value && <AccountChooser />}
      {mayBeAll && (
        <label class="check">
          <input
            type="checkbox"
            checked={isOfAll.value}
            onChange={(event) => showAll(event.currentTarget.checked)}
          />
          All accounts, and what is of none, such as signing in
        </label>
      )}
    </>
  );
}

function NotForYou() {
  if (person.value?.is_demo)
    return (
      <SettingsPage
        sentence="The demo has no audit log."
        aside="Track your own site: every change of it is noted."
      />
    );
  return (
    <SettingsPage
      sentence={person.value && 'Admins read the audit log.'}
      aside={`Ask an admin or an owner of ${(settingsAccount.value ?? currentProject.value?.account)?.name}.`}
    />
  );
}
