import type { Scope } from '@cvq/contract';
import { comesAlong, SCOPE_WORDS } from '../../words/key-words.ts';

type AuthorizeScopesProps = {
  readonly offered: readonly Scope[];
  readonly chosen: readonly Scope[];
  onChoose(scopes: Scope[]): void;
};

/** What an application may do, of what it asks for. */
export function AuthorizeScopes({ offered, chosen, onChoose }: AuthorizeScopesProps) {
  return (
    <fieldset class="choices">
      <legend>What may it do?</legend>
      {offered.map((scope) => (
        <label key={scope} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(scope) || comesAlong(scope, chosen)}
            disabled={comesAlong(scope, chosen)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(offered.filter((one) => (one === scope ? checked : chosen.includes(one))))
            }
          />
          <span>
            {SCOPE_WORDS[scope]} <code class="muted">{scope}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
