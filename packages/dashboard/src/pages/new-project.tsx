import type { ProjectSettingsResponse } from '@cvq/contract';
import { PROJECT_CURRENCIES } from '@cvq/contract/currencies';
import { useLocation } from 'preact-iso';
import { accounts } from '../ask/accounts.ts';
import { accountsForProject } from '../ask/accounts-for-project.ts';
import { mayCreateProject } from '../ask/may-create-project.ts';
import { readMeAnew } from '../ask/read-me-anew.ts';
import { person } from '../ask/session.ts';
import { tell } from '../ask/tell.ts';
import { Form, type FormField } from '../parts/form.tsx';
import { NarrowPage } from '../parts/narrow-page.tsx';
import { Problem } from '../parts/problem.tsx';
import { SignedIn } from '../parts/signed-in.tsx';

const SENTENCE = 'Which site do you want to track?';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

const DOMAIN: FormField = {
  name: 'domain',
  label: 'Domain',
  type: 'text',
  autocomplete: 'off',
  hint: 'Of the site, such as www.example.com. A pasted address is taken by its host.',
};

const OTHERS: readonly FormField[] = [
  {
    name: 'timezone',
    label: 'Time zone',
    type: 'text',
    autocomplete: 'off',
    value: timeZone,
    hint: 'Its days begin at midnight there.',
    choices: Intl.supportedValuesOf('timeZone'),
  },
  {
    name: 'currency',
    label: 'Currency',
    type: 'text',
    autocomplete: 'off',
    value: 'EUR',
    hint: 'Its totals are in it.',
    choices: [...PROJECT_CURRENCIES],
  },
];

/** A site to be tracked: what it is called, when its days begin and what its money is. Then it waits for the first visit. */
export default function NewProject() {
  return (
    <SignedIn>
      <Site />
    </SignedIn>
  );
}

function Site() {
  const { route } = useLocation();
  if (person.value === null) return <main id="main" aria-busy="true" />;
  if (!mayCreateProject.value)
    return (
      <NarrowPage sentence="You cannot make a project.">
        <p class="soft">Ask somebody with the role admin in the account that is to own it.</p>
      </NarrowPage>
    );
  const offered = accountsForProject.value;
  if (offered === null)
    return accounts.problem.value ? (
      <NarrowPage sentence={SENTENCE}>
        <Problem of={accounts.problem.value} onRetry={accounts.retry} />
      </NarrowPage>
    ) : (
      <main id="main" aria-busy="true" />
    );
  return (
    <NarrowPage sentence={SENTENCE} aside="All of it can be changed later.">
      <Form
        fields={[DOMAIN, ...OTHERS]}
        button="Create project"
        onSubmit={async (values) => {
          const body = { account: offered[0]?.id, ...values };
          const { data } = await tell<ProjectSettingsResponse>('/projects', body);
          await readMeAnew();
          route(`/${data.id}`);
        }}
      >
        {offered.length > 1 && (
          <div class="field">
            <label for="account">Account</label>
            <select id="account" name="account">
              {offered.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
      </Form>
    </NarrowPage>
  );
}
