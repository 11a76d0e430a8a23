import type { ProjectSettings } from '@cvq/contract';
import { PROJECT_CURRENCIES } from '@cvq/contract/currencies';
import { mayDelete } from '../../ask/may-delete.ts';
import { deleteProject, projectSettings, saveProject } from '../../ask/project-settings.ts';
import { mayAdminister } from '../../ask/role.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { SavedCheck } from '../../parts/saved-check.tsx';
import { SavedChoice } from '../../parts/saved-choice.tsx';
import { SavedText } from '../../parts/saved-text.tsx';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { WhoMayChange } from '../../parts/who-may-change.tsx';
import { HostsAndAddresses } from './project/hosts-and-addresses.tsx';
import { Retention } from './project/retention.tsx';
import { TimeZone } from './project/time-zone.tsx';
import '../../style/project-settings.css';

const CONSENTS = [
  ['by_country', 'Send nothing from countries where the law asks for consent first'],
  ['granted', 'It counts as consent'],
  ['denied', 'It counts as a refusal'],
] as const;

/** What a project is called, when its days begin, what its money is, and what of its visitors is kept. */
export default function Project() {
  const settings = projectSettings.answer.value?.data;
  const sentence = settings ? `${settings.domain}, in the account ${settings.account.name}.` : null;
  return (
    <SettingsPage sentence={sentence} of={[projectSettings]}>
      {settings && <Fields key={settings.id} {...settings} />}
    </SettingsPage>
  );
}

function Fields(settings: ProjectSettings) {
  const { name, domain, timezone, currency, persons, ad_consent: consent } = settings;
  const isLocked = !mayAdminister.value;
  return (
    <>
      {isLocked && <WhoMayChange of={domain} />}
      <div class="fields">
        <SavedText
          label="Name"
          value={name}
          isLocked={isLocked}
          onSave={(text) => saveProject({ name: text })}
        />
        <SavedText
          label="Domain"
          value={domain}
          isLocked={isLocked}
          hint="The host name of the site. Visits from here to there are no visits from outside."
          onSave={(text) => saveProject({ domain: text })}
        />
        <TimeZone value={timezone} isLocked={isLocked} onSave={(zone) => saveProject({ timezone: zone })} />
        <SavedChoice
          label="Currency"
          value={currency}
          isLocked={isLocked}
          options={currencies(currency)}
          hint="Totals are in it. Amounts stay as they were sent: those in other currencies are named and left out of totals."
          onSave={(code) => saveProject({ currency: code })}
        />
      </div>
      <h2>What counts</h2>
      <div class="fields">
        <HostsAndAddresses settings={settings} isLocked={isLocked} />
        <SavedCheck
          label="Count people, and not devices"
          isLocked={isLocked}
          isOn={persons === 'on'}
          hint="Visitors that were identified as one user are one person. It applies to what is stored already, too."
          onSave={(isOn) => saveProject({ persons: isOn ? 'on' : 'off' })}
        />
        <SavedChoice
          label="At ad platforms, where a visitor said nothing"
          value={consent}
          isLocked={isLocked}
          options={CONSENTS}
          hint="It applies to what is sent from now on."
          onSave={(word) => saveProject({ ad_consent: word as ProjectSettings['ad_consent'] })}
        />
        <Retention days={settings.retention_days} isLocked={isLocked} />
      </div>
      {!isLocked && <Deletion domain={domain} account={settings.account.name} />}
    </>
  );
}

function Deletion({ domain, account }: { readonly domain: string; readonly account: string }) {
  if (!mayDelete.value)
    return (
      <>
        <h2>Delete the project</h2>
        <p class="muted small">Admins and owners of {account} can delete it. An agency cannot.</p>
      </>
    );
  return (
    <>
      <h2>Delete the project</h2>
      <p class="soft">
        Its tag, its keys and its reports end, and its integrations, webhooks, spend, annotations and segments
        go.
      </p>
      <p>
        <Confirm
          label="Delete the project…"
          title={`Delete ${domain}?`}
          name={domain}
          button="Delete it"
          onConfirm={() => deleteProject(domain)}
        >
          Nothing counts its visits any more, and nobody can see its figures. It cannot be undone here.
        </Confirm>
      </p>
    </>
  );
}

/** Codes with their names, that of now among them. */
function currencies(now: string): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' });
  const codes = new Set([now, ...PROJECT_CURRENCIES]);
  return [...codes].toSorted().map((code) => [code, `${code} · ${names.of(code) ?? code}`] as const);
}
