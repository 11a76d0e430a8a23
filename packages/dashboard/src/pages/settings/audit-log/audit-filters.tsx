import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  type AuditFilter,
  auditFilter,
  auditLog,
  auditLogOf,
  downloadAuditLog,
  filterAuditLog,
  isOfAll,
} from '../../../ask/audit-log.ts';
import { projects } from '../../../ask/projects.ts';
import { settingsAccount } from '../../../ask/settings-account.ts';
import { Choice } from '../../../parts/choice.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { useSaving } from '../../../parts/use-saving.ts';
import { actionWords, actorWords } from '../../../words/audit-words.ts';

/** Whom and what the log of an account has told of so far: what it can be filtered by. */
const met = signal({ of: '', people: new Map<string, string>(), actions: new Set<string>() });

/** Person, action and project, and the whole as a file. */
export function AuditFilters() {
  const entries = auditLog.answer.value?.data;
  useEffect(() => {
    if (!entries) return;
    const people = entries.flatMap(({ actor }) =>
      actor.kind === 'person' && actor.id ? [[actor.id, actorWords(actor)] as const] : [],
    );
    const of = auditLogOf.peek();
    const before = met.peek().of === of ? met.peek() : null;
    met.value = {
      of,
      people: new Map([...(before?.people ?? []), ...people]),
      actions: new Set([...(before?.actions ?? []), ...entries.map(({ action }) => action)]),
    };
  }, [entries]);
  const downloading = useSaving();
  const { user = '', action = '', project = '' } = auditFilter.value;
  const isShown = (account: string) => isOfAll.value || account === settingsAccount.value?.id;
  const own = projects.value?.filter(({ account }) => isShown(account.id)) ?? [];
  return (
    <search class="audit-filters">
      <Choice
        name="Person"
        value={user}
        options={[['', 'Everybody'], ...met.value.people]}
        onChoose={(id) => choose({ user: id })}
      />
      <Choice
        name="Action"
        value={action}
        options={[
          ['', 'Every change'],
          ...[...met.value.actions].sort().map((name) => [name, actionWords(name)] as const),
        ]}
        onChoose={(name) => choose({ action: name })}
      />
      <Choice
        name="Project"
        value={project}
        options={[['', 'Every project'], ...own.map(({ id, domain }) => [id, domain] as const)]}
        onChoose={(id) => choose({ project: id })}
      />
      <button
        type="button"
        class="button"
        onClick={() => void downloading.save(async () => saveFile(await downloadAuditLog(), 'audit-log.csv'))}
      >
        CSV
      </button>
      <span class="down small" role="alert">
        {downloading.refusal}
      </span>
    </search>
  );
}

/** Another filter begins at its newest entry; an empty one is none. */
function choose(change: AuditFilter): void {
  const { before: _, ...others } = auditFilter.value;
  const kept = Object.entries({ ...others, ...change }).filter(([, value]) => value !== '');
  filterAuditLog(Object.fromEntries(kept));
}
