import { rememberEvents } from './handled-events.mjs';
import { createReceiver } from './receiver.mjs';

const secrets = (process.env.WEBHOOK_SECRET ?? '').split(',').filter((secret) => secret !== '');
if (secrets.length === 0) {
  process.stderr.write(
    'Set WEBHOOK_SECRET to what `cvq webhook create` printed (two, with a comma, to rotate).\n',
  );
  process.exit(1);
}

const app = createReceiver({
  secrets,
  handled: rememberEvents(),
  log: (line) => process.stderr.write(`${line}\n`),
  handle: ({ type, id, data }) => process.stdout.write(`${type} ${id} ${JSON.stringify(data.properties)}\n`),
});
const server = app.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${server.address().port}/webhooks\n`);
});
