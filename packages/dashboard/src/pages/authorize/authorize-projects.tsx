import type { AllowAuthorizationBody, AskedAuthorization } from '@cvq/contract';
import { strangersText } from '../../words/strangers-text.ts';

type AuthorizeProjectsProps = {
  readonly asked: AskedAuthorization;
  readonly choice: AllowAuthorizationBody;
  onChoose(choice: Partial<AllowAuthorizationBody>): void;
};

/** Which projects an application may see: all of the person, or some. A superadmin says by themselves whether it is every one. */
export function AuthorizeProjects({ asked, choice, onChoose }: AuthorizeProjectsProps) {
  const { projects, as_superadmin: asSuperadmin } = choice;
  const offered = asked.projects.filter((project) => asSuperadmin || !project.as_superadmin);
  const choose = (id: string, isChosen: boolean) =>
    onChoose({
      projects: offered
        .map((project) => project.id)
        .filter((one) => (one === id ? isChosen : projects?.includes(one))),
    });
  return (
    <fieldset class="choices">
      <legend>Which projects?</legend>
      {asked.is_superadmin && (
        <label class="check">
          <input
            type="checkbox"
            checked={asSuperadmin}
            onChange={({ currentTarget: { checked } }) =>
              onChoose({ as_superadmin: checked, projects: null })
            }
          />
          <span>As a superadmin: also those of which you are no member</span>
        </label>
      )}
      <label class="check">
        <input
          type="radio"
          name="reach"
          checked={projects === null}
          onChange={() => onChoose({ projects: null })}
        />
        <span>
          All, also those to come{' '}
          <span class="muted small">{offered.map(({ name }) => strangersText(name)).join(', ')}</span>
        </span>
      </label>
      <label class="check">
        <input
          type="radio"
          name="reach"
          checked={projects !== null}
          onChange={() => onChoose({ projects: [] })}
        />
        <span>Only some</span>
      </label>
      {projects !== null && (
        <div class="choices some">
          {offered.map(({ id, name, domain }) => (
            <label key={id} class="check">
              <input
                type="checkbox"
                checked={projects.includes(id)}
                onChange={({ currentTarget: { checked } }) => choose(id, checked)}
              />
              <span>
                {strangersText(name)} <span class="muted">{strangersText(domain)}</span>
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
