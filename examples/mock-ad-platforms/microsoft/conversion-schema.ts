import { z } from 'zod';

/** The fields of `OfflineConversion`, of which any may be null: what is missing is told of each conversion. */
export const OfflineConversion = z.strictObject({
  MicrosoftClickId: z.string().nullish(),
  ConversionName: z.string().nullish(),
  // .NET reads no other form: one wrong date fails the request.
  ConversionTime: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?Z$/)
    .refine((time) => !Number.isNaN(Date.parse(time)))
    .nullish(),
  ConversionValue: z.number().nullish(),
  ConversionCurrencyCode: z.string().nullish(),
  HashedEmailAddress: z.string().nullish(),
  HashedPhoneNumber: z.string().nullish(),
  ExternalAttributionCredit: z.number().nullish(),
  ExternalAttributionModel: z.string().nullish(),
});
export type OfflineConversion = z.infer<typeof OfflineConversion>;

/** The body of `POST /CampaignManagement/v13/OfflineConversions/Apply`. */
export const ApplyRequest = z.strictObject({ OfflineConversions: z.array(OfflineConversion).nullish() });
