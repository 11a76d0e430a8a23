import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdPlatform } from '@cvq/contract';
import type { MockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { cvqJson, type Project, temporaryFolder } from '../durability/program.ts';

/** Connects a project with all platforms, as an operator does. */
export async function connectAll(folder: string, project: Project, mock: MockAdPlatforms): Promise<void> {
  const { google, meta, microsoft } = mock.accounts;
  const connect = (platform: AdPlatform, credentials: object, ...args: string[]) => {
    const file = join(temporaryFolder(), 'credentials.json');
    writeFileSync(file, JSON.stringify(credentials));
    const named = ['--project', project.id, '--platform', platform, '--credentials', file];
    return cvqJson(folder, 'integration', 'connect', ...named, ...args);
  };
  await connect(
    'google_ads',
    mock.credentials('google-service-account'),
    '--account',
    google.account,
    '--map',
    'purchase=7001',
  );
  await connect('meta_ads', mock.credentials('meta'), '--account', meta.dataset);
  await connect(
    'microsoft_ads',
    mock.credentials('microsoft'),
    ...['--account', microsoft.account, '--login-account', microsoft.customer, '--map', 'purchase=Purchase'],
  );
}
