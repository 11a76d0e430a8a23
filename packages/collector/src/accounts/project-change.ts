import { AD_CONSENT_DEFAULTS, RETENTION_DAYS } from '@cvq/contract';
import type { ProjectChange, ProjectRecord } from '@cvq/storage';
import { parseChoice, parseCurrency, parseName, parseParameterNames, parseTimezone } from './fields.ts';
import { parseDomain, parseHostNames } from './host-name.ts';
import type { FormerLists } from './merged-lists.ts';
import { Refused } from './refused.ts';

/** The new state of a project; what is left out does not change. */
export type NewProjectState = {
  readonly name?: string | undefined;
  readonly domain?: string | undefined;
  /** Reports tell all days, also past ones, by the days of this zone. */
  readonly timezone?: string | undefined;
  /** What totals are in, and what amounts are in that are sent without one. Stored amounts do not change. */
  readonly currency?: string | undefined;
  /** Null counts every host. */
  readonly hosts?: readonly string[] | null | undefined;
  /** Parameters of addresses that are cut beside those that always are; null stores addresses as sent. */
  readonly redactedNames?: readonly string[] | null | undefined;
  /** `on` or `off`: whether reports count persons, or visitors by themselves. */
  readonly persons?: string | undefined;
  /** `by_country`, `granted` or `denied`: what counts at ad platforms where a visitor said nothing. */
  readonly adConsent?: string | undefined;
  /** After so many days what happened is deleted for good; null keeps all. */
  readonly retentionDays?: number | null | undefined;
  readonly accountId?: string | undefined;
  /** Without them lists are put in place whole. */
  readonly from?: FormerLists | undefined;
};

/**
 * What is to change of a project.
 * @throws Refused naming the field, also where nothing would change
 */
export function parseProjectChange(given: NewProjectState): ProjectChange {
  const {
    name,
    domain,
    timezone,
    currency,
    hosts,
    redactedNames,
    persons,
    adConsent,
    retentionDays,
    accountId,
  } = given;
  const change: ProjectChange = {
    ...(name !== undefined && { name: parseName(name) }),
    ...(domain !== undefined && { domain: parseDomain(domain) }),
    ...(timezone !== undefined && { timezone: parseTimezone(timezone) }),
    ...(currency !== undefined && { currency: parseCurrency(currency) }),
    ...(hosts !== undefined && { hosts: parseHostNames(hosts) }),
    ...(redactedNames !== undefined && {
      redactedNames: redactedNames === null ? null : parseParameterNames(redactedNames),
    }),
    ...(persons !== undefined && { persons: parseChoice('persons', persons, ['on', 'off']) }),
    ...(adConsent !== undefined && { adConsent: parseChoice('ad_consent', adConsent, AD_CONSENT_DEFAULTS) }),
    ...(retentionDays !== undefined && { retentionDays: parseRetention(retentionDays) }),
    ...(accountId !== undefined && { accountId }),
  };
  if (Object.keys(change).length > 0) return change;
  const fix =
    'Give a name, a domain, a time zone, a currency, hosts, parameters to cut, on or off for persons, what counts as consent to ads, for how many days to keep what happened, or an account.';
  throw new Refused('nothing_to_change', { field: null, problem: 'Nothing to change.', fix });
}

function parseRetention(days: number | null): number | null {
  if (days === null) return null;
  const { fewest, most } = RETENTION_DAYS;
  if (Number.isInteger(days) && days >= fewest && days <= most) return days;
  throw new Refused('bad_value', {
    field: 'retention_days',
    problem: 'Not a number of days that can be kept.',
    fix: `Use a whole number from ${fewest} to ${most}, or none to keep all.`,
  });
}

/** Whether a change deletes what happened: the project keeps less than before. */
export function keepsLess(
  { retentionDays: before }: ProjectRecord,
  { retentionDays }: ProjectChange,
): boolean {
  return typeof retentionDays === 'number' && retentionDays < (before ?? Number.POSITIVE_INFINITY);
}

/** What surfaces and the audit log call the fields of a project. */
const NAMES: Readonly<Record<keyof ProjectChange, string>> = {
  name: 'name',
  domain: 'domain',
  timezone: 'timezone',
  currency: 'currency',
  hosts: 'hosts',
  redactedNames: 'redacted_names',
  persons: 'persons',
  adConsent: 'ad_consent',
  retentionDays: 'retention_days',
  accountId: 'account',
};

/** What the audit log tells of a project: of all its fields, or of those that change. */
export function toldOfProject(project: ProjectRecord, change?: ProjectChange): Record<string, unknown> {
  const fields = Object.keys(change ?? NAMES) as (keyof ProjectChange)[];
  return Object.fromEntries(fields.map((field) => [NAMES[field], project[field]]));
}
