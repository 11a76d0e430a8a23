/** Every code of the read API with its status and what it means: the source of the error reference. */
export const ERROR_CODES = {
  invalid_request: {
    status: 400,
    meaning:
      'The request is malformed: a wrong type or unknown value, a credential in the query string, a missing project, a body that is not JSON, or a method that the path does not support. details names each field. Retrying unchanged fails identically.',
  },
  invalid_range: {
    status: 400,
    meaning:
      'The dates do not form a range: one of two is missing, a date is not YYYY-MM-DD, the start is after the end, the preset is unknown, or the range is longer than the operation allows or holds more than one answer can.',
  },
  unsupported_dimension: {
    status: 400,
    meaning:
      'get_breakdown was asked for a dimension that does not exist. details.supported lists all of them.',
  },
  unsupported_filter: { status: 400, meaning: 'Reserved. No operation returns it in this version.' },
  unauthenticated: { status: 401, meaning: 'No credential was sent. Send Authorization: Bearer <API_KEY>.' },
  invalid_token: {
    status: 401,
    meaning:
      'The credential is unknown, malformed, revoked or expired, or it is a public tracking key (proj_).',
  },
  expired_token: { status: 401, meaning: 'Reserved. An expired credential answers invalid_token.' },
  sign_in_failed: {
    status: 401,
    meaning: 'Dashboard: the e-mail address or the password is wrong. Nothing tells which.',
  },
  insufficient_scope: {
    status: 403,
    meaning: 'The key lacks a scope that the operation needs. details.required_scopes lists all of them.',
  },
  read_only_role: { status: 403, meaning: 'A Viewer attempted a write.' },
  not_allowed: {
    status: 403,
    meaning: 'Dashboard: the person who asks may not do this: it needs another role, or a superadmin.',
  },
  step_up_required: {
    status: 403,
    meaning: 'Dashboard: the password has to be given again before this, once in ten minutes.',
  },
  foreign_origin: {
    status: 403,
    meaning:
      'Dashboard: the request does not come from a page of the dashboard itself, as its headers Sec-Fetch-Site, Origin and X-Cvq-Dashboard tell. Agents: it comes from a web page whose origin is not listed in CVQ_MCP_ORIGINS.',
  },
  insecure_address: {
    status: 403,
    meaning:
      'Dashboard: nobody signs in over plain http, except on the own machine. Set CVQ_BASE_URL to an https address.',
  },
  plan_required: {
    status: 403,
    meaning: 'The plan lacks this surface. details.upgrade_url points at billing.',
  },
  project_forbidden: { status: 403, meaning: 'Reserved. A project out of reach answers not_found.' },
  not_found: {
    status: 404,
    meaning: 'The endpoint or the resource does not exist, or the credential cannot reach it.',
  },
  conflict: {
    status: 409,
    meaning: 'Dashboard: this does not go together with what is there already. details names the field.',
  },
  outside_retry_window: {
    status: 409,
    meaning: "The conversion is older than the ad platform's acceptance window.",
  },
  export_in_progress: { status: 409, meaning: 'Reserved. Exports are not part of this version.' },
  link_gone: {
    status: 410,
    meaning: 'Dashboard: the link was used, has expired or was replaced by a newer one.',
  },
  misdirected_request: {
    status: 421,
    meaning:
      'Dashboard and agents: they are answered under the host of CVQ_BASE_URL or else localhost, and the Host of the request is another.',
  },
  integration_required: {
    status: 422,
    meaning: 'Reserved. A missing integration shows as available: false or as null spend fields.',
  },
  rate_limited: {
    status: 429,
    meaning:
      'The quota of the minute or the day is spent, or too many requests run at once. Wait for Retry-After seconds; retrying sooner fails and consumes quota.',
  },
  internal_error: {
    status: 500,
    meaning: 'A fault on the side of the service. Retry with exponential backoff.',
  },
  upstream_error: {
    status: 502,
    meaning:
      'A dependency failed or did not answer in time; details.service names it. Retry with exponential backoff.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
