import { dashboardOperations } from '../packages/collector/src/dashboard-api/operations.ts';
import { questions } from '../packages/collector/src/dashboard-api/questions.ts';

type Names = {
  readonly account: string;
  readonly project: string;
  /** By the name of the parameter of a path. */
  readonly [parameter: string]: string;
};

type Write = { readonly name: string; readonly method: string; readonly path: string; readonly body: object };

/** A well-formed request of each write of the dashboard API that needs a role in an account or a project. */
export function writesOfRoles(names: Names): Write[] {
  const { account, project } = names;
  const bodies = bodiesIn(names);
  const operations = dashboardOperations
    .filter(({ method, atLeast }) => method !== 'GET' && atLeast !== undefined)
    .map(({ name, method, path }) => ({
      name,
      method,
      path: QUERIES.has(name) ? `${path}?account=${account}` : path,
    }));
  const asked = questions
    .filter(({ writes }) => writes)
    .map(({ name, method, path }) => ({
      name,
      method,
      path: `${path.replace('/v1', '')}?project=${project}`,
    }));
  return [...operations, ...asked].map(({ name, method, path }) => ({
    ...{
      name,
      method,
      path: path.replace(/\{(\w+)\}/g, (_, parameter: string) => names[parameter] ?? KNOWN[parameter] ?? 'x'),
    },
    body: bodies[name] ?? {},
  }));
}

/** They name the account in the query. */
const QUERIES = new Set(['remove_member']);

/** Parameters that have to be of a form. */
const KNOWN: Readonly<Record<string, string>> = {
  id: 'conv_1795255200000_a1b2c3d4e5',
  platform: 'google_ads',
  user: 'ann@example.com',
};

const SEGMENT = { name: 'x', filter: ['country:is:DE'] };
const ANNOTATION = { date: '2026-11-01', text: 'x' };
const PERSON = { by: 'user_id', value: 'x' };

/** Of the operations that a body without fields does not fit. */
function bodiesIn({ account, project }: Names): Readonly<Record<string, object>> {
  return {
    invite: { email: 'x@example.com', role: 'viewer', account },
    create_key: { kind: 'secret', name: 'x', scopes: [], projects: 'all' },
    change_role: { account, role: 'viewer' },
    restrict_member: { agency: account, clients: null },
    change_account: { name: 'x' },
    invite_client: { client: account },
    create_project: { domain: 'x.example', account },
    update_project: { name: 'x' },
    delete_project: { domain: 'x.example' },
    add_annotation: ANNOTATION,
    change_annotation: ANNOTATION,
    add_segment: SEGMENT,
    change_segment: SEGMENT,
    save_funnel: { name: 'x', event_types: ['pageview', 'purchase'] },
    remove_conversion: { project },
    connect_integration: { account_id: '12345678', map: {}, credentials: '{}', dry_run: true },
    update_integration: { send: 'own_clicks' },
    ask_consent: { credentials: '{}' },
    create_webhook: { url: 'https://shop.example/', events: ['*'] },
    update_webhook: { enabled: false },
    test_webhook: { type: 'lead' },
    add_bot_rules: { ip_range: ['192.0.2.0/24'] },
    remove_bot_rules: { ip_range: ['192.0.2.0/24'] },
    preview_erasure: PERSON,
    erase_person: PERSON,
    retry_delivery: { platform: 'google_ads' },
  };
}
