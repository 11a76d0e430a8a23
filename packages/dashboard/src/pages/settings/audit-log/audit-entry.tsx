import type { ListedAuditEntry } from '@cvq/contract';
import { accountWords } from '../../../ask/audit-log.ts';
import { person } from '../../../ask/session.ts';
import { actionWords, actorWords, differencesOf, surfaceWords } from '../../../words/audit-words.ts';
import { dayOfMoment, exactClock } from '../../../words/moments.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';

/** A change: what was done to what, by whom and from where, and what is different since. */
export function AuditEntry({ of: entry }: { readonly of: ListedAuditEntry }) {
  const { action, at, subject, outcome } = entry;
  const project = person.value?.projects.find(({ id }) => id === entry.project);
  const account = accountWords(entry.account);
  const changes = differencesOf(entry);
  return (
    <li>
      <div>
        <b>{actionWords(action)}</b> {strangersText(subject.name ?? subject.id ?? '')}
        {outcome === 'unknown' && <span class="warn"> · may not be done: the collector ended meanwhile</span>}
        <p class="muted small">
          {actorWords(entry.actor)}, {surfaceWords(entry)}
          {account !== null && ` · ${strangersText(account)}`}
          {project && ` · ${project.domain}`}
        </p>
        {changes.length > 0 && (
          <dl class="changes small">
            {changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>
                  {before !== null && <del>{before}</del>}
                  {before !== null && after !== null && <span class="sr"> became </span>}
                  {after !== null && <ins>{after}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <time class="muted small" dateTime={at}>
        {dayOfMoment(at, writing.value)}, {exactClock(at, writing.value)}
      </time>
    </li>
  );
}
