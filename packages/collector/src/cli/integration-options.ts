import { AD_PLATFORMS, SEND_CHOICES } from '@cvq/contract';
import { type Command, Option } from 'commander';

/** The options that name an integration. */
export function addName(command: Command): Command {
  return command
    .requiredOption('--project <id>', 'proj_…')
    .addOption(
      new Option('--platform <platform>', 'ad platform').choices(AD_PLATFORMS).makeOptionMandatory(),
    );
}

/** The options that say how an integration sends. */
export function addSettings(command: Command): Command {
  return command
    .option(
      '--login-account <id>',
      'account through which it is reached: a manager of Google, the customer of Microsoft; none for no other one',
    )
    .option(
      '--spend-account <id>',
      'account whose spend is read, where it is another one: the ad account of Meta (act_…), an account below a manager of Google; none for no other one',
    )
    .option(
      '--map <type=action>',
      'event type, and what the platform calls it; give it once per type',
      gather,
      [],
    )
    .addOption(
      new Option(
        '--send <choice>',
        'matchable: conversions with a click, an e-mail address or a phone number; own_clicks: only those with a click',
      ).choices(SEND_CHOICES),
    )
    .option('--since <date>', 'send what was received since then as well, such as 2026-11-01')
    .option('--yes', 'agree to the number of conversions that --since tells');
}

type OtherAccounts<Text> = { readonly loginAccount?: Text; readonly spendAccount?: Text };

/** The accounts beside the one that conversions go to: `none` for one that is not there. */
export function otherAccounts({
  loginAccount,
  spendAccount,
}: OtherAccounts<string>): OtherAccounts<string | null | undefined> {
  const orNone = (text: string | undefined) => (text === 'none' ? null : text);
  return { loginAccount: orNone(loginAccount), spendAccount: orNone(spendAccount) };
}

function gather(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}
