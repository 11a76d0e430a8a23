import { RETENTION_DAYS } from '@cvq/contract';
import type { Command, Option } from 'commander';
import type { Refused } from '../accounts/refused.ts';

/** Options whose name is not that of the field. */
const OPTION_OF: Readonly<Record<string, string>> = {
  account_id: '--account',
  expiry: '--expires',
  login_account_id: '--login-account',
  redacted_names: '--redact',
  retention_days: '--retention',
  source: '--platform',
  spend_account_id: '--spend-account',
};

/** Where what a field of a rule says comes from, in a command that has no option or argument of its name. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  user: ['--email'],
  // Of a person to be erased, who is named by one of these.
  value: ['--user-id', '--email', '--visitor'],
};

/** The command that helps, by reason and field of a refusal. */
const HELP: Readonly<Record<string, string>> = {
  'unknown account': 'See cvq account list.',
  'unknown agency': 'See cvq account list.',
  'unknown client': 'See cvq account list.',
  'unknown clients': 'See cvq account list.',
  'unknown user': 'See cvq user list.',
  'unknown project': 'See cvq project list.',
  'unknown projects': 'See cvq project list.',
  'unknown key': 'See cvq key list.',
  'unknown delivery': 'See cvq webhook deliveries.',
  'unknown endpoint': 'See cvq webhook list.',
  'unknown platform': 'See cvq integration list.',
  'unknown rate': 'See cvq rates list.',
  'unknown source': 'See cvq spend list.',
  'unknown user_agent_contains': 'See cvq bots rules list.',
  'unknown ip_range': 'See cvq bots rules list.',
  'bad_value account': 'Give either --account or --project.',
  'bad_value agency': 'Create an agency with cvq account create --kind agency.',
  'bad_value retention_days': `Use a whole number from ${RETENTION_DAYS.fewest} to ${RETENTION_DAYS.most}, or off to keep all.`,
  'taken user': 'Use cvq member role to change the role.',
  'taken client': 'Use cvq agency accept.',
  'taken platform': 'Change it with cvq integration update, or remove it with cvq integration remove.',
  'conflict user': 'Use cvq member add.',
  'conflict client': 'See cvq agency list, or use cvq agency invite.',
  'conflict clients': 'See cvq agency list.',
  'conflict credentials': 'Give new ones with cvq integration update --credentials.',
  'conflict platform': 'End the dry run with cvq integration update --live, or use cvq integration remove.',
};

/**
 * A refusal in the words of a command: its option, argument or setting for the field, and the command that helps. `settings`:
 * those of the environment that have a value.
 */
export function explainRefusal(
  refused: Refused,
  command: Command | null,
  settings: Readonly<Record<string, string | undefined>>,
): string {
  const { reason, field, entry, problem } = refused;
  const isOfSetting = field === 'password' && Boolean(settings.CVQ_PASSWORD);
  const name = isOfSetting
    ? 'CVQ_PASSWORD'
    : field === null || command === null
      ? null
      : nameIn(command, field);
  const place = name === null ? '' : `${name}${entry === null ? '' : ` ${entry}`}: `;
  return `${place}${problem} ${fixOf(refused, command, reason)}`;
}

function fixOf({ field, fix }: Refused, command: Command | null, reason: Refused['reason']): string {
  if (reason === 'nothing_to_change' && field === null && command !== null) {
    const options = command.options.filter(isChange).map(({ long }) => long);
    return `Give ${options.slice(0, -1).join(', ')} or ${options.at(-1)}.`;
  }
  return HELP[`${reason} ${field}`] ?? fix;
}

/** True for an option that says what to change, and not where or how. */
function isChange({ long, mandatory }: Option): boolean {
  return !mandatory && long !== '--json' && long !== '--yes';
}

/** The option for a field, else the argument of that name, else another option that it came by; null where the command has none. */
function nameIn(command: Command, field: string): string | null {
  const long = OPTION_OF[field] ?? `--${field.replaceAll('_', '-')}`;
  if (command.options.some((option: Option) => option.long === long)) return long;
  if (command.registeredArguments.some((argument) => argument.name() === field)) return `<${field}>`;
  const given = command.options.find(
    (option) =>
      OTHERWISE[field]?.includes(option.long ?? '') &&
      command.getOptionValue(option.attributeName()) !== undefined,
  );
  return given?.long ?? null;
}
