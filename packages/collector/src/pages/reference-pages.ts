import { ERROR_CODES, PLAN_CODES, PLANS, SDK_WARNINGS } from '@cvq/contract';
import { escapeHtml, htmlPage } from './html.ts';

/** The page that `error.doc_url` points at, anchored on the code. */
export function errorReference(): string {
  const entries = Object.entries(ERROR_CODES).map(
    ([code, { status, meaning }]) =>
      `<section id="${code}"><h2><code>${code}</code> <span class="muted">${status}</span></h2>` +
      `<p>${escapeHtml(meaning)}</p></section>`,
  );
  return htmlPage('Errors of the read API', `<h1>Errors of the read API</h1>\n${entries.join('\n')}`);
}

/** The page that a warning of the SDK points at, anchored on its code. */
export function sdkReference(): string {
  const entries = Object.entries(SDK_WARNINGS).map(
    ([code, meaning]) =>
      `<section id="${code}"><h2><code>${code}</code></h2><p>${escapeHtml(meaning)}</p></section>`,
  );
  return htmlPage('Warnings of the SDK', `<h1>Warnings of the SDK</h1>\n${entries.join('\n')}`);
}

/** The page that `details.upgrade_url` points at: what each plan has, and how an account gets another. */
export function billing(): string {
  const plans = PLAN_CODES.map((code) => {
    const plan = PLANS[code];
    const limits = [
      `${plan.keys} active keys`,
      plan.agency_wide_keys ? 'agency-wide keys' : 'no agency-wide keys',
      `${plan.requests_per_minute} requests a minute`,
      `${plan.requests_per_day} a day`,
      `${plan.requests_at_once} at once`,
    ];
    return `<section id="${code}"><h2><code>${code}</code></h2><p>${limits.join(', ')}</p></section>`;
  });
  const how = '<p>Whoever runs this collector changes the plan of an account:</p>';
  const command = '<pre>cvq account update acc_… --plan agency</pre>';
  return htmlPage('Plans', `<h1>Plans</h1>\n${how}\n${command}\n${plans.join('\n')}`);
}
