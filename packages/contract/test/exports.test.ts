import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as contract from '@cvq/contract';
import * as constants from '@cvq/contract/constants';
import { describe, expect, it } from 'vitest';

const CONSTANTS = [
  'ATTRIBUTION_WINDOW_MS',
  'BROWSER_CLAIM_MS',
  'CLICK_ID_FAMILIES',
  'COMPARE_MODES',
  'CONVERSION_REMOVED',
  'CONVERSION_TYPES',
  'DAY_MS',
  'DIMENSIONS',
  'DIRECT',
  'ERASED',
  'EVENTS_PATH',
  'GCLID_OF_OTHERS',
  'GRANULARITIES',
  'HOUR_MS',
  'IDEMPOTENCY_MS',
  'KEY_EXPIRIES',
  'LINK_PARAMETER',
  'MAX_AHEAD_MS',
  'MAX_AMOUNT',
  'MAX_BATCH_EVENTS',
  'MAX_BROWSER_REQUEST_BYTES',
  'MAX_CLICK_ID_LENGTH',
  'MAX_CONVERSION_ROWS',
  'MAX_EVENT_TYPE_LENGTH',
  'MAX_HOURLY_RANGE_DAYS',
  'MAX_ID_LENGTH',
  'MAX_JSON_DEPTH',
  'MAX_LOOKBACK_DAYS',
  'MAX_RANGE_DAYS',
  'MAX_RANGE_DAYS_PARTIAL_HOUR_ZONE',
  'MAX_REQUEST_BYTES',
  'MAX_TEXT_LENGTH',
  'MINUTE_MS',
  'MULTI_VALUED_DIMENSIONS',
  'NONE',
  'NOT_SET',
  'PAGEVIEW',
  'PLACEHOLDER_USER_ID',
  'RANGE_PRESETS',
  'REFUSED_QUERY_CREDENTIALS',
  'SCOPES',
  'SECOND_MS',
  'SESSION_IDLE_MS',
  'SESSION_MAX_MS',
  'TAKEN_DELIVERY_STATES',
  'TRACKING_PATHS',
  'TRACK_REQUESTS_PER_MINUTE',
  'USER_DATA_MS',
  'WEBHOOK_DELAYS_MS',
  'WEBHOOK_EVENTS',
];

const SCHEMAS_AND_FUNCTIONS = [
  'AD_CONSENT_DEFAULTS',
  'AD_PLATFORMS',
  'ARGUMENT_RULES',
  'AddAnnotationParams',
  'AddSegmentParams',
  'Annotation',
  'AnnotationBody',
  'AnnotationParams',
  'AnnotationResponse',
  'ApiErrorBody',
  'BESIDES',
  'BOT_CATEGORIES',
  'BOT_DIMENSIONS',
  'BotBreakdown',
  'BotSeries',
  'BotsQuery',
  'BotsResponse',
  'BreakdownMeasures',
  'BreakdownQuery',
  'BreakdownResponse',
  'BreakdownRow',
  'BrowserBatch',
  'BrowserEvent',
  'CLICK_IDS_OF_PLATFORM',
  'CONVERSION_KINDS',
  'CURRENCIES',
  'ChangePasswordBody',
  'ClickId',
  'ComparedPeriod',
  'Comparison',
  'ComparisonQuery',
  'ContextText',
  'Conversion',
  'ConversionDetails',
  'ConversionJourney',
  'ConversionParams',
  'ConversionVisit',
  'CreateResetBody',
  'CreateResetResponse',
  'DEFAULT_RANGE',
  'DELIVERY_STATUSES',
  'DONE',
  'DashboardOverview',
  'DeliveriesResponse',
  'Delivery',
  'DeliveryAccount',
  'DeliveryAttempt',
  'DoneResponse',
  'ERROR_CODES',
  'EVENT_STATES',
  'EXCLUDED_REASONS',
  'EmailText',
  'EventProperties',
  'EventProperty',
  'EventType',
  'FILTER_OPERATORS',
  'FUNNEL_STEPS',
  'FUNNEL_WINDOW_DAYS',
  'Filters',
  'FindValuesQuery',
  'FindValuesResponse',
  'FoundValue',
  'FunnelEventTypes',
  'FunnelQuery',
  'FunnelResponse',
  'FunnelStep',
  'GetConversionQuery',
  'GetConversionResponse',
  'GetDeliveriesQuery',
  'GetJourneyQuery',
  'GetJourneyResponse',
  'GetLiveQuery',
  'GetProjectQuery',
  'GetProjectResponse',
  'INTEGRATION_STATES',
  'InvitationParams',
  'InviteBody',
  'InviteResponse',
  'LinkToken',
  'ListAnnotationsQuery',
  'ListAnnotationsResponse',
  'ListConversionsQuery',
  'ListConversionsResponse',
  'ListEventsQuery',
  'ListEventsResponse',
  'ListInvitationsResponse',
  'ListProjectFiguresQuery',
  'ListProjectFiguresResponse',
  'ListProjectsQuery',
  'ListProjectsResponse',
  'ListPropertiesQuery',
  'ListPropertiesResponse',
  'ListRefusalsQuery',
  'ListRefusalsResponse',
  'ListSegmentsQuery',
  'ListSegmentsResponse',
  'ListSessionsResponse',
  'ListedSpendSource',
  'LiveResponse',
  'LoggedDelivery',
  'MAX_ANNOTATION_LENGTH',
  'MAX_PASSWORD_BYTES',
  'MeQuery',
  'MeResponse',
  'Measures',
  'Meta',
  'NETWORK_OF_PLATFORM',
  'NoFieldsBody',
  'NoticesResponse',
  'OpenDemoBody',
  'OverviewQuery',
  'OverviewResponse',
  'PLANS',
  'PLAN_CODES',
  'Paging',
  'PasswordText',
  'Project',
  'ProjectFigures',
  'REFUSAL_CAUSES',
  'RETRY_WINDOWS',
  'ROLES',
  'ROW_MEASURES',
  'RangeQuery',
  'ReadInvitationBody',
  'ReadInvitationResponse',
  'RecordedEvent',
  'RedeemInvitationBody',
  'RedeemResetBody',
  'RefusedTracking',
  'RemoveConversionBody',
  'RemoveConversionResponse',
  'ReportBreakdown',
  'ReportQuery',
  'ReportResponse',
  'ReportRow',
  'RetryDeliveryBody',
  'RetryDeliveryQuery',
  'RetryDeliveryResponse',
  'SDK_WARNINGS',
  'SEND_CHOICES',
  'SKIP_REASONS',
  'SPEND_DIMENSIONS',
  'SPEND_UNAVAILABLE_REASONS',
  'SPEND_WARNINGS',
  'STATUS_OF_DELIVERY_STATE',
  'Segment',
  'SegmentBody',
  'SegmentParams',
  'SegmentResponse',
  'SeriesColumns',
  'SessionParams',
  'SetUpBody',
  'SignInBody',
  'SignInStateResponse',
  'SignedInPerson',
  'SignedInResponse',
  'SpendMeasures',
  'SpendNotes',
  'SpendOfCurrency',
  'SpendQuery',
  'SpendResponse',
  'SpendWarning',
  'StepUpBody',
  'TimeseriesPoint',
  'TimeseriesQuery',
  'TimeseriesResponse',
  'TrackErrorBody',
  'TrackedEvent',
  'UNKNOWN_FIELD',
  'UserData',
  'WebhookDelivery',
  'fieldErrors',
  'formatConversionId',
  'formatDeliveryId',
  'formatEventId',
  'formatPath',
  'minorDigits',
  'parseConversionId',
  'parseDeliveryId',
  'parseEventId',
  'parseStoredEventId',
  'parseTimestamp',
  'toMajorUnits',
  'toMinorUnits',
];

const constantsFile = fileURLToPath(import.meta.resolve('@cvq/contract/constants'));

describe('the constants', () => {
  it('are these', () => {
    expect(Object.keys(constants).toSorted()).toEqual(CONSTANTS);
  });

  it('are plain values: numbers, texts, patterns, and lists and tables of texts', () => {
    for (const [name, value] of Object.entries<unknown>(constants)) {
      const plain: unknown[] =
        Object(value) === value && !(value instanceof RegExp)
          ? Object.values(value as object)
          : [value instanceof RegExp ? value.source : value];
      expect(
        plain.map((item) => typeof item),
        name,
      ).not.toContain('object');
      expect(
        plain.map((item) => typeof item),
        name,
      ).not.toContain('function');
    }
  });

  it('import nothing', () => {
    expect(readFileSync(constantsFile, 'utf8')).not.toMatch(/\bimport\b|\brequire\b|\bfrom\s*['"]/);
  });

  it('load no other module', () => {
    const program = `
      const { registerHooks } = require('node:module');
      const loaded = [];
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
      import(process.argv[1]).then(() => console.log(JSON.stringify(loaded)));`;
    const printed = execFileSync(process.execPath, ['--eval', program, constantsFile], { encoding: 'utf8' });
    expect(JSON.parse(printed).map((url: string) => fileURLToPath(url))).toEqual([constantsFile]);
  });
});

describe('the contract', () => {
  it('is these schemas and functions, and the constants', () => {
    expect(Object.keys(contract).toSorted()).toEqual([...CONSTANTS, ...SCHEMAS_AND_FUNCTIONS].toSorted());
  });

  it.each(Object.entries(contract.ERROR_CODES))('explains the error %s and gives it a status', (_, error) => {
    expect(error.status).toBeGreaterThanOrEqual(400);
    expect(error.status).toBeLessThan(600);
    expect(error.meaning).toMatch(/\.$/);
  });
});
