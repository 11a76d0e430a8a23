import { parseJson } from '../formats.ts';
import type { MicrosoftAccount } from '../mock-accounts.ts';
import type { Effect, MockAnswer, MockRequest } from '../mock-request.ts';
import type { Conversions, HeldConversion } from '../open-conversions.ts';
import { checkConversion, type WrongField } from './check-conversion.ts';
import { ApplyRequest, type OfflineConversion } from './conversion-schema.ts';
import { apiFault, type PartialError } from './microsoft-answer.ts';
import { CODES } from './microsoft-codes.ts';

const MOST_CONVERSIONS = 1000;

type Applying = {
  readonly account: MicrosoftAccount;
  readonly conversions: Conversions;
  readonly now: () => number;
};

/**
 * `POST /CampaignManagement/v13/OfflineConversions/Apply`: conversions that are wrong are listed by their index, the others
 * are taken. Of a repeat, and of a name that no goal has, nothing is said.
 */
export function applyConversions(request: MockRequest, effect: Effect, applying: Applying): MockAnswer {
  const parsed = ApplyRequest.safeParse(parseJson(request.body));
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
    return apiFault(400, CODES.nullRequest, `The request could not be read: ${place}`);
  }
  const list = parsed.data.OfflineConversions ?? [];
  if (list.length === 0) return apiFault(400, CODES.conversionsMissing, 'OfflineConversions');
  if (list.length > MOST_CONVERSIONS) return apiFault(400, CODES.tooManyConversions, 'OfflineConversions');
  const PartialErrors = list.flatMap((conversion, Index) => {
    const wrong = scriptedAt(Index, effect) ?? checkConversion(conversion, applying.now());
    if (wrong === null) take(conversion, applying);
    return wrong === null ? [] : partialError(wrong, Index);
  });
  return { status: 200, body: { PartialErrors: effect.noList === true ? null : PartialErrors } };
}

/** What a fault says of the conversion at an index. */
function scriptedAt(index: number, { partialError: code, index: meant }: Effect): WrongField | null {
  return code !== undefined && index === meant ? { code, field: null } : null;
}

function partialError({ code, field }: WrongField, Index: number): PartialError {
  return { Index, ...code, FieldPath: field, Message: code.ErrorCode, Type: 'BatchError' };
}

function take(sent: OfflineConversion, { account, conversions, now }: Applying): void {
  const conversion = heldOf(sent, account.account, now());
  const keys = conversion.key === null ? [] : [conversion.key];
  if (!(conversion.action in account.goals)) conversions.setAside('GoalNotFoundOrInactive', conversion);
  else if (conversions.find(keys) !== null) conversions.setAside('DuplicateConversionKey', conversion);
  else conversions.count(conversion, keys);
}

function heldOf(sent: OfflineConversion, account: string, receivedAt: number): HeldConversion {
  const { MicrosoftClickId: click, HashedEmailAddress: email, HashedPhoneNumber: phone } = sent;
  const action = sent.ConversionName ?? '';
  const at = Date.parse(sent.ConversionTime ?? '');
  return {
    account,
    action,
    // Without a click there is nothing that names the conversion.
    key: click ? `${action} ${click.replaceAll('-', '').toLowerCase()} ${at}` : null,
    orderId: null,
    clickIds: click ? { msclkid: click } : {},
    value: sent.ConversionValue ?? null,
    currency: sent.ConversionCurrencyCode ?? null,
    at,
    hashes: {
      ...(email ? { HashedEmailAddress: [email] } : {}),
      ...(phone ? { HashedPhoneNumber: [phone] } : {}),
    },
    receivedAt,
    sent,
  };
}
