import { startMockAdPlatforms } from './start-mock-ad-platforms.ts';

const mock = await startMockAdPlatforms({ port: Number(process.env.PORT ?? 4100) });
const { google, meta, microsoft } = mock.accounts;
const settings = Object.entries(mock.settings).map(([name, value]) => `${name}=${value}`);

process.stdout.write(`Listening on ${mock.address}

What they hold   ${mock.address}/ (as JSON: ${mock.address}/state)
Credentials      ${mock.address}/credentials/{google-service-account,google-client,meta,microsoft}.json
Google Ads       account ${google.account} through ${google.loginAccount}, actions ${Object.keys(google.actions).join(', ')}
Meta             dataset ${meta.dataset}
Microsoft        account ${microsoft.account} of customer ${microsoft.customer}, goals ${Object.keys(microsoft.goals).join(', ')}

Start the collector with:
${settings.map((setting) => `  ${setting}`).join('\n')}
`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void mock.close());
