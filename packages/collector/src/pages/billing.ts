import { PLAN_CODES, PLANS } from '@cvq/contract';
import { htmlPage } from './html.ts';

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
