import type { CreateKeyBody, ListKeysResponse } from '@cvq/contract';
import { projects as known } from '../../../ask/projects.ts';
import { settingsAccount } from '../../../ask/settings-account.ts';

type Reach = Required<Pick<CreateKeyBody, 'kind' | 'projects' | 'agency_wide'>>;
type KeyReachProps = Reach & {
  readonly meta: ListKeysResponse['meta'];
  onChoose(change: Partial<Reach>): void;
};

/** Which projects the key reaches: all of the account, some, or those of every client of an agency. */
export function KeyReach({ kind, projects, agency_wide: isWide, meta, onChoose }: KeyReachProps) {
  const isServer = kind === 'server';
  const account = settingsAccount.value;
  const isAgency = meta.kind === 'agency';
  // A secret key of an agency can name projects of its clients as well.
  const offered =
    known.value?.filter((project) => project.account.id === account?.id || (isAgency && !isServer)) ?? [];
  const named = projects === 'all' ? [] : projects;
  return (
    <fieldset class="choices">
      <legend>{isServer ? 'For which project?' : 'Which projects does it reach?'}</legend>
      {!isServer && (
        <>
          <label class="check">
            <input
              type="radio"
              name="reach"
              checked={projects === 'all' && !isWide}
              onChange={() => onChoose({ projects: 'all', agency_wide: false })}
            />
            All of {account?.name}, also later ones
          </label>
          {isAgency && (
            <label class="check">
              <input
                type="radio"
                name="reach"
                checked={isWide}
                disabled={!meta.limits.agency_wide_keys}
                onChange={() => onChoose({ projects: 'all', agency_wide: true })}
              />
              <span>
                Those of every client too, also of later ones
                {!meta.limits.agency_wide_keys && (
                  <span class="muted small">
                    {' '}
                    The plan {meta.plan} has no such keys: who runs this collector can give you another.
                  </span>
                )}
              </span>
            </label>
          )}
          <label class="check">
            <input
              type="radio"
              name="reach"
              checked={projects !== 'all'}
              onChange={() => onChoose({ projects: [], agency_wide: false })}
            />
            Only some
          </label>
        </>
      )}
      {projects !== 'all' && (
        <div class={isServer ? 'choices' : 'choices some'}>
          {offered.length === 0 && (
            <p class="muted small">
              {isServer
                ? `${account?.name} has no project of its own. The account that has the project makes its key.`
                : 'There is no project yet.'}
            </p>
          )}
          {offered.map(({ id, domain }) => (
            <label key={id} class="check">
              <input
                type={isServer ? 'radio' : 'checkbox'}
                name="project"
                checked={named.includes(id)}
                onChange={({ currentTarget }) => {
                  const others = isServer ? [] : named.filter((one) => one !== id);
                  onChoose({ projects: currentTarget.checked ? [...others, id] : others });
                }}
              />
              {domain}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
