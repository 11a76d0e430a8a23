import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderWithStores } from '../../../../test/builders/folder-with-stores.ts';
import { temporaryFolder } from '../collector.ts';
import { cvq } from '../program.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/cli.md'), 'utf8');

/** The fields of the outermost object that a command prints with `--json`, as its section of the page writes them out. */
function documentedFields(command: string): string[] {
  const [, section = ''] = page.split(`\n## \`cvq ${command}\`\n`);
  const [, object = ''] = /^\| `--json` \|.*?print (?:an array of )?`\{(.+?)\}`/m.exec(section) ?? [];
  const outermost = object.replaceAll(/\[\{.*?\}\]|\{.*?\}/g, '');
  return [...outermost.matchAll(/(?:^|,)"(\w+)"/g)].map(([, name = '']) => name);
}

const settings = { CVQ_DATA: folderWithStores(), CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' };
const files = temporaryFolder();

function fileWith(name: string, content: string): string {
  const file = path.join(files, name);
  writeFileSync(file, content);
  return file;
}

const SPEND =
  'date,platform,campaign_id,campaign,spend,impressions,clicks,currency\n2026-11-02,podcast,fm,FM,250,0,0,EUR\n';
const RATES = 'date,from,to,rate\n2026-11-02,USD,EUR,0.9231\n';

it('every command prints the fields that its section of the page names', async () => {
  async function prints(command: string, ...args: string[]): Promise<Record<string, string>> {
    const { stdout, stderr } = await cvq([...command.split(' '), ...args, '--json'], settings);
    const printed = JSON.parse(stdout || `{"failed":${JSON.stringify(stderr)}}`);
    const [first] = Array.isArray(printed) ? printed : [printed];
    expect(Object.keys(first), command).toEqual(documentedFields(command));
    return first;
  }

  const { id: project = '' } = await prints('project create', '--domain', 'shop.example');
  const of = ['--project', project];
  await prints('project update', project, '--name', 'Shop');
  await prints('project list');
  const { id: key = '' } = await prints('key create', '--name', 'Reports');
  await prints('key revoke', key);
  const { id: client = '' } = await prints('account create', '--name', 'Client');
  const agency = JSON.parse(
    (await cvq(['account', 'create', '--name', 'Agency', '--kind', 'agency', '--json'], settings)).stdout,
  ).id;
  await prints('agency invite', '--agency', agency, '--client', client);
  await prints('user create', '--email', 'ada@example.com');
  await prints('user reset-link', '--email', 'ada@example.com');
  const ada = ['--user', 'ada@example.com', '--account', agency];
  await prints('member add', ...ada, '--role', 'viewer');
  await prints('agency restrict', '--agency', agency, '--user', 'ada@example.com', '--clients', client);
  await prints('member remove', ...ada);
  await prints('user delete', 'ada@example.com');
  await prints('audit list');

  const url = 'http://127.0.0.1:4000/webhooks';
  const { id: endpoint = '' } = await prints('webhook create', ...of, '--url', url, '--events', 'purchase');
  await prints('webhook rotate-secret', endpoint);
  await prints('webhook test', endpoint);
  await prints('webhook remove', endpoint);

  const meta = ['--platform', 'meta_ads'];
  const token = fileWith('meta.json', JSON.stringify({ access_token: `EAAB${'x'.repeat(150)}` }));
  await prints(
    'integration connect',
    ...of,
    ...meta,
    '--account',
    '1029384756102938',
    '--credentials',
    token,
  );
  await prints('integration list', ...of);
  await prints('integration remove', ...of, ...meta);
  await prints('spend import', fileWith('spend.csv', SPEND), ...of);
  await prints('spend list', ...of);
  await prints('spend remove', ...of, '--platform', 'podcast');
  await prints('rates import', fileWith('rates.csv', RATES), ...of);
  await prints('rates list', ...of);
  await prints('rates remove', ...of, '--from', 'USD', '--to', 'EUR');

  await prints('bots rules add', ...of, '--user-agent-contains', 'acme', '--ip-range', '192.0.2.0/24');
  await prints('bots rules preview', ...of, '--user-agent-contains', 'acme');
  await prints('erase', ...of, '--user-id', 'customer-1042', '--preview');
  await prints('secret accept');
  await prints('secret rotate');
  await prints('store shrink');
  await prints('backup', path.join(files, 'backup.tar'));
  await prints('migrate');
  await prints('check');
  await prints('project delete', project);
});
