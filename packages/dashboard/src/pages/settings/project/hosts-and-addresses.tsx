import type { ProjectSettings } from '@cvq/contract';
import { saveProject } from '../../../ask/project-settings.ts';
import { SavedCheck } from '../../../parts/saved-check.tsx';
import { SavedText } from '../../../parts/saved-text.tsx';

type HostsAndAddressesProps = {
  readonly settings: Pick<ProjectSettings, 'hosts' | 'redacted_names'>;
  readonly isLocked: boolean;
};

const lines = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const hostsIn = (text: string) => (lines(text).length === 0 ? null : lines(text));

/** Whose pages count, and what is cut from their addresses before they are stored. */
export function HostsAndAddresses({ settings, isLocked }: HostsAndAddressesProps) {
  const { hosts, redacted_names: names } = settings;
  return (
    <>
      <SavedText
        label="Hosts"
        hasLines
        isLocked={isLocked}
        value={hosts?.join('\n') ?? ''}
        hint="One a line, beside the domain. Events of other hosts are stored and not counted. Empty counts every host."
        onSave={(text, from) => saveProject({ hosts: hostsIn(text), from: { hosts: hostsIn(from) } })}
      />
      <SavedCheck
        label="Cut secrets from addresses"
        isLocked={isLocked}
        isOn={names !== null}
        hint="E-mail addresses, tokens, passwords and what looks like them, before anything is stored."
        onSave={(isOn) => saveProject({ redacted_names: isOn ? [] : null })}
      />
      {names !== null && (
        <SavedText
          label="Also cut these parameters"
          hasLines
          isLocked={isLocked}
          value={names.join('\n')}
          hint="One a line, such as customer_no. They are cut from what comes from now on."
          onSave={(text, from) =>
            saveProject({ redacted_names: lines(text), from: { redacted_names: lines(from) } })
          }
        />
      )}
    </>
  );
}
