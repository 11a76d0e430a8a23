import { verifyWebhook, WebhookVerificationError } from '@cvq/node';
import express from 'express';

/**
 * An Express app that receives webhooks at `POST /webhooks`. It answers before it works, since cvq waits ten seconds
 * at most, and it handles an event once, however often it arrives.
 *
 * `secrets`: the endpoint's secret, or both while one replaces the other. `handled`: remembers the ids of events, as
 * `claim` of `./handled-events.mjs` does; a shop would keep them in its database. `handle`: what the shop does. `log`:
 * told of what was refused.
 */
export function createReceiver({ secrets, handled, handle, log }) {
  const app = express();
  app.disable('x-powered-by');
  // The signature is of the bytes: a parsed and re-serialised body has others.
  app.post('/webhooks', express.raw({ type: 'application/json', limit: '2mb' }), (request, response) => {
    const event = verified(request, secrets, log);
    if (event === null) {
      response.status(401).json({ error: 'The signature does not match.' });
      return;
    }
    const isNew = handled.claim(event.id);
    response.status(200).json({ received: event.id, duplicate: !isNew });
    if (isNew) handle(event);
  });
  return app;
}

function verified(request, secrets, log) {
  try {
    return verifyWebhook({
      body: Buffer.isBuffer(request.body) ? request.body : '',
      headers: request.headers,
      secret: secrets,
      requireTimestamp: true,
    });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    log(`Refused a request: ${error.code}`);
    return null;
  }
}
