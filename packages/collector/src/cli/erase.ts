import type { ErasedBy, ErasureRequest } from '@cvq/storage';
import { Command, Option } from 'commander';
import { erasePerson, previewErasure } from '../erasure/erase-person.ts';
import { countsJson, erasureJson } from '../erasure/erasure-json.ts';
import { ErasureRuns } from '../erasure/erasure-runs.ts';
import type { ErasureTotals } from '../erasure/erasure-totals.ts';
import type { NamedPerson } from '../erasure/named-person.ts';
import { askLine } from './ask-line.ts';
import { CommandFailed } from './command-failed.ts';
import { erasedWords } from './erased-words.ts';
import { print } from './print.ts';
import { showProgress } from './show-progress.ts';
import { terminal } from './terminal.ts';
import { withErasures } from './with-erasures.ts';

type EraseOptions = {
  project: string;
  userId?: string;
  email?: string;
  visitor?: string;
  preview?: boolean;
  yes?: boolean;
  json?: boolean;
};
type Deps = Parameters<Parameters<typeof withErasures>[0]>[0];

const SHOW_MS = 200;

export function eraseCommand(): Command {
  return new Command('erase')
    .description(
      'Erase a person of a project: who it was is gone for good, and every report stays as it was. Safe to interrupt and to repeat.',
    )
    .requiredOption('--project <id>', 'proj_…')
    .addOption(new Option('--user-id <id>', 'the user id that events name').conflicts(['email', 'visitor']))
    .addOption(
      new Option(
        '--email <address>',
        'an e-mail address that was sent as user data, or as user id',
      ).conflicts('visitor'),
    )
    .option('--visitor <id>', 'the id that a browser keeps')
    .option('--preview', 'show what would go, and change nothing')
    .option('--yes', 'do not ask')
    .option('--json', 'print one JSON object')
    .action(erase);
}

async function erase(options: EraseOptions): Promise<void> {
  const { project, preview, yes, json } = options;
  const { option, ...person } = personOf(options);
  await withErasures(async (deps) => {
    const { totals: counts, unreadable } = await previewErasure(deps, { project, person });
    if (preview) return printPreview(counts, { project, by: person.by, unreadable, json });
    if (counts === null)
      throw new CommandFailed(
        `${option}: ${project} knows nobody of that id.${hintOf(unreadable)} Nothing was changed.`,
      );
    await confirm(counts, { unreadable, isAgreed: yes === true });
    const { id } = await erasePerson(deps, { project, person });
    printReceipt(await finished(id, counts, deps), json);
  });
}

function personOf({ userId, email, visitor }: EraseOptions): NamedPerson & { option: string } {
  const named: [option: string, by: ErasedBy, value: string | undefined][] = [
    ['--user-id', 'user_id', userId],
    ['--email', 'email', email],
    ['--visitor', 'visitor_id', visitor],
  ];
  for (const [option, by, value] of named) if (value !== undefined) return { option, by, value };
  throw new CommandFailed('Nobody is named. Use one of --user-id, --email and --visitor.');
}

type Confirmed = { readonly unreadable: number; readonly isAgreed: boolean };

async function confirm(counts: ErasureTotals, { unreadable, isAgreed }: Confirmed): Promise<void> {
  if (isAgreed) return;
  const { stdin, stderr } = terminal();
  if (!stdin.isTTY)
    throw new CommandFailed(
      'An erasure cannot be undone. Nothing was changed. See what would go with --preview, then repeat the command with --yes.',
    );
  stderr.write(`${wouldGo(counts, unreadable).join('\n')}\n`);
  const answer = await askLine('It cannot be undone. Erase this person? [y/N] ');
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new CommandFailed('Nothing was changed.');
}

/** Erases here, unless a collector that runs has already begun. @throws what failed here */
async function finished(id: string, { events }: ErasureTotals, deps: Deps): Promise<ErasureRequest> {
  const { control } = deps;
  const done = Promise.withResolvers<ErasureRequest>();
  const look = async () => {
    const request = await control.findErasure(id);
    if (request !== null && request.finishedAt !== null) done.resolve(request);
  };
  const watching = control.onChange(() => void look().catch(done.reject));
  const runs = new ErasureRuns({ ...deps, onFailure: done.reject });
  const progress = showProgress();
  const showing = setInterval(() => {
    const reached = runs.progressOf(id)?.events ?? 0;
    progress.show(`Erasing ${reached.toLocaleString('en')} of ${events.toLocaleString('en')} events`);
  }, SHOW_MS);
  try {
    return await done.promise;
  } finally {
    clearInterval(showing);
    progress.clear();
    watching.stop();
    await runs.close();
  }
}

type Previewed = {
  readonly project: string;
  readonly by: ErasedBy;
  readonly unreadable: number;
  readonly json: boolean | undefined;
};

/** What an address cannot be looked for in. */
function hintOf(unreadable: number): string {
  if (unreadable === 0) return '';
  return ` The user data of ${unreadable} ${unreadable === 1 ? 'event' : 'events'} cannot be read, since its secret is lost: whoever is only there is found by --user-id or --visitor.`;
}

function wouldGo(counts: ErasureTotals, unreadable: number): string[] {
  const hint = hintOf(unreadable);
  return ['This would go:', ...erasedWords(counts), ...(hint === '' ? [] : [hint.trimStart()])];
}

function printPreview(counts: ErasureTotals | null, { project, by, unreadable, json }: Previewed): void {
  const lines =
    counts === null
      ? [`${project} knows nobody of that id.${hintOf(unreadable)}`]
      : wouldGo(counts, unreadable);
  print(
    { project, by, would_go: counts && countsJson(counts), unreadable_user_data: unreadable },
    { json, lines },
  );
}

function printReceipt(request: ErasureRequest, json: boolean | undefined): void {
  const { id, projectId, receipt, attempts } = request;
  const lines = [
    `Erased a person of ${projectId}: ${id}.`,
    ...(receipt === null ? [] : erasedWords(receipt)),
    ...(receipt?.unreadable ? [hintOf(receipt.unreadable).trimStart()] : []),
    ...(attempts > 1 ? ['It was interrupted: the numbers are of what was left.'] : []),
    ...(receipt?.isLogCleared === false
      ? [
          'The files could not be cleared, since they are read without pause: the collector does it as soon as they are not.',
        ]
      : []),
  ];
  print(erasureJson(request, null), { json, lines });
}
