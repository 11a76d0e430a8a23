import { execFileSync } from 'node:child_process';
import { PROGRAMS } from './servers.ts';

const CREDENTIALS = {
  google_ads: { client_id: 'bench', client_secret: 'bench', refresh_token: 'bench' },
  meta_ads: { access_token: 'EAAB-a-token-of-nobody-at-all' },
  microsoft_ads: { client_id: 'bench', developer_token: 'bench', refresh_token: 'bench' },
};
const OPTIONS: Readonly<Record<keyof typeof CREDENTIALS, readonly string[]>> = {
  google_ads: ['--account', '1234567890', '--map', 'purchase=7001'],
  meta_ads: ['--account', '100200300400500', '--map', 'purchase=Purchase'],
  microsoft_ads: ['--account', '150100200', '--login-account', '250100200', '--map', 'purchase=Purchase'],
};

/** Where nobody listens, and nothing is due while a bench runs: what is measured is how conversions are owed. */
const HOLD_SECONDS = 3600;
const NOWHERE = 'http://127.0.0.1:9';
const APIS = [
  ...['GOOGLE', 'GOOGLE_ADS', 'GOOGLE_TOKEN', 'META'],
  ...['MICROSOFT', 'MICROSOFT_CUSTOMER', 'MICROSOFT_REPORTING', 'MICROSOFT_TOKEN'],
];
export const SENDS_NOTHING: Readonly<Record<string, string>> = {
  CVQ_DELIVERY_HOLD_SECONDS: String(HOLD_SECONDS),
  // Or spend would be read of platforms after the start, by one of the two servers that are compared.
  CVQ_SPEND_SYNC_HOURS: '0',
  ...Object.fromEntries(APIS.map((name) => [`CVQ_${name}_API`, NOWHERE])),
};

/** Connects a project of a data folder with all three ad platforms. */
export function connectPlatforms(folder: string, project: string): void {
  const [program] = PROGRAMS.collector;
  for (const [platform, options] of Object.entries(OPTIONS)) {
    const named = ['--project', project, '--platform', platform, '--credentials', '-'];
    execFileSync(process.execPath, [program, 'integration', 'connect', ...named, ...options], {
      env: { PATH: process.env.PATH, CVQ_DATA: folder, ...SENDS_NOTHING },
      input: JSON.stringify(CREDENTIALS[platform as keyof typeof CREDENTIALS]),
    });
  }
}
