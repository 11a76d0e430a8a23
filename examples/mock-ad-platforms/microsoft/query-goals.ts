import { z } from 'zod';
import { parseJson } from '../formats.ts';
import type { MicrosoftAccount } from '../mock-accounts.ts';
import type { MockAnswer, MockRequest } from '../mock-request.ts';
import { apiFault } from './microsoft-answer.ts';
import { CODES } from './microsoft-codes.ts';

/** Where goals are asked for by their tags: one tag carries all goals here. */
const TAG_ID = '9001';

const GoalsRequest = z.strictObject({
  ConversionGoalTypes: z.string(),
  ConversionGoalIds: z.array(z.string()).nullish(),
  TagIds: z.array(z.string()).nullish(),
  ReturnAdditionalFields: z.string().nullish(),
});

/**
 * `POST /CampaignManagement/v13/ConversionGoals/QueryByIds` and `…/QueryByTagIds`. Without ids all goals of the types are
 * meant; of an id that does not exist, null is in the list.
 */
export function queryGoals({ body }: MockRequest, { goals }: MicrosoftAccount): MockAnswer {
  const parsed = GoalsRequest.safeParse(parseJson(body));
  if (!parsed.success) return apiFault(400, CODES.nullRequest, 'The request could not be read.');
  const { ConversionGoalTypes, ConversionGoalIds, TagIds } = parsed.data;
  const types = ConversionGoalTypes.split(',').map((type) => type.trim());
  const ofTag = TagIds === undefined || TagIds === null || TagIds.includes(TAG_ID);
  const all = types.includes('OfflineConversion') && ofTag ? Object.entries(goals).map(goalOf) : [];
  const ids = ConversionGoalIds ?? [];
  const ConversionGoals = ids.length === 0 ? all : ids.map((id) => all.find(({ Id }) => Id === id) ?? null);
  return { status: 200, body: { ConversionGoals, PartialErrors: [] } };
}

function goalOf([Name, Id]: [string, string]) {
  return {
    Id,
    Name,
    Type: 'OfflineConversion',
    Status: 'Active',
    Scope: 'Account',
    CountType: 'All',
    ConversionWindowInMinutes: 129_600,
    TagId: null,
    TrackingStatus: 'RecordingConversions',
    IsExternallyAttributed: false,
  };
}
