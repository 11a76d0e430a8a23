import { HOUR_MS, MAX_OVERLAP_HOURS, WEBHOOK_EVENTS } from '@cvq/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { USUAL_OVERLAP_HOURS } from '../webhooks/endpoint-editor.ts';
import { endpointJson, settingsJson } from '../webhooks/endpoint-json.ts';
import { listEndpoints } from '../webhooks/list-endpoints.ts';
import { print } from './print.ts';
import { splitList } from './split-list.ts';
import { webhookDeliveriesCommand } from './webhook-deliveries.ts';
import { linesOfEndpoints } from './webhook-lines.ts';
import { webhookRedeliverCommand } from './webhook-redeliver.ts';
import { webhookTestCommand } from './webhook-test.ts';
import { withWebhooks } from './with-webhooks.ts';

type Json = { json?: boolean };
type RotateOptions = { overlap: number; formerLeads?: boolean; force?: boolean } & Json;
const EVENTS = `comma-separated, of ${WEBHOOK_EVENTS.join(', ')}`;

export function webhookCommand(): Command {
  const command = new Command('webhook');
  command
    .command('create')
    .description('Create an endpoint. Its secret is printed once.')
    .requiredOption('--project <id>', 'proj_…')
    .requiredOption('--url <address>', 'URL that receives the events: https, on the public internet')
    .requiredOption('--events <list>', EVENTS)
    .option('--json', 'print one JSON object')
    .action(create);
  command
    .command('list')
    .description('List endpoints with their state and the number of deliveries that are still to be sent.')
    .option('--project <id>', 'only endpoints of this project')
    .option('--json', 'print one JSON array')
    .action(list);
  command
    .command('update')
    .description('Change the URL or the events of an endpoint.')
    .argument('<endpoint>', 'whe_…')
    .option('--url <address>', 'URL that receives the events')
    .option('--events <list>', EVENTS)
    .option('--json', 'print one JSON object')
    .action((id: string, given: { url?: string; events?: string } & Json) => update(id, given));
  command.addCommand(rotateCommand());
  addSwitch(command, 'enable', 'Send to an endpoint again, also what waits for it.');
  addSwitch(command, 'disable', 'Stop sending to an endpoint. Its deliveries wait.');
  command
    .command('remove')
    .description('Remove an endpoint. Its deliveries that wait are cancelled.')
    .argument('<endpoint>', 'whe_…')
    .option('--json', 'print one JSON object')
    .action(remove);
  return command
    .addCommand(webhookTestCommand())
    .addCommand(webhookDeliveriesCommand())
    .addCommand(webhookRedeliverCommand());
}

function addSwitch(command: Command, name: 'enable' | 'disable', description: string): void {
  command
    .command(name)
    .description(description)
    .argument('<endpoint>', 'whe_…')
    .option('--json', 'print one JSON object')
    .action((id: string, { json }: Json) =>
      update(id, { enabled: name === 'enable', ...(json && { json }) }),
    );
}

function rotateCommand(): Command {
  return new Command('rotate-secret')
    .description(
      'Create a new secret for an endpoint and print it once. Both secrets sign until the overlap ends.',
    )
    .argument('<endpoint>', 'whe_…')
    .addOption(
      new Option('--overlap <hours>', 'hours for which the former secret still signs')
        .argParser(parseOverlap)
        .default(USUAL_OVERLAP_HOURS),
    )
    .option('--force', 'rotate also during an overlap; the oldest secret stops signing now')
    .option('--former-leads', 'sign X-Service-Signature with the former secret until the overlap ends')
    .option('--json', 'print one JSON object')
    .action(rotate);
}

async function create(options: { project: string; url: string; events: string } & Json): Promise<void> {
  const { endpoint, secret } = await withWebhooks(({ editor }) =>
    editor.create({ ...options, events: splitList(options.events) }),
  );
  print(
    { ...settingsJson(endpoint), secret },
    {
      json: options.json,
      lines: [`Endpoint  ${endpoint.id}`, `Secret    ${secret}   (shown once)`],
      ifLost: `Endpoint ${endpoint.id} has been created, and nobody can read its secret any more. Give it another: cvq webhook rotate-secret ${endpoint.id} --overlap 0`,
    },
  );
}

async function list({ project, json }: { project?: string } & Json): Promise<void> {
  const listed = await withWebhooks((webhooks) => listEndpoints(webhooks, project));
  print(
    listed.map(({ status, owed }) => endpointJson(status, owed)),
    { json, lines: linesOfEndpoints(listed) },
  );
}

async function update(
  id: string,
  { json, events, ...given }: { url?: string; events?: string; enabled?: boolean } & Json,
): Promise<void> {
  const change = { ...given, ...(events !== undefined && { events: splitList(events) }) };
  const endpoint = await withWebhooks(({ editor }) => editor.update(id, change));
  const { url, events: now, enabled } = endpoint;
  const lines = [`${id}  ${enabled ? 'enabled' : 'disabled'}  ${now.join(',')}  ${url}`];
  print(settingsJson(endpoint), { json, lines });
}

async function rotate(
  id: string,
  { overlap, formerLeads = false, force = false, json }: RotateOptions,
): Promise<void> {
  const overlapMs = overlap * HOUR_MS;
  const { secret, formerEndsAt, isFormerLost } = await withWebhooks(({ editor }) =>
    editor.rotateSecret(id, { overlapMs, formerLeads, force }),
  );
  const endsAt = new Date(formerEndsAt).toISOString();
  const ofFormer = isFormerLost
    ? 'The former secret signs no more: it cannot be read.'
    : `The former secret also signs until ${endsAt}.`;
  const again = `cvq webhook rotate-secret ${id}${overlapMs > 0 ? ' --force' : ''}`;
  print(
    { id, secret, former_ends_at: endsAt },
    {
      json,
      lines: [`Secret  ${secret}   (shown once)`, ofFormer],
      ifLost: `The secret of endpoint ${id} has been replaced, and nobody can read the new one. ${ofFormer} Replace it again: ${again}`,
    },
  );
}

async function remove(id: string, { json }: Json): Promise<void> {
  await withWebhooks(({ editor }) => editor.remove(id));
  print({ id, state: 'removed' }, { json, lines: [`Removed ${id}.`] });
}

function parseOverlap(text: string): number {
  const hours = /^\d{1,3}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(hours >= 0 && hours <= MAX_OVERLAP_HOURS))
    throw new InvalidArgumentError(`It must be a number of hours from 0 to ${MAX_OVERLAP_HOURS}.`);
  return hours;
}
