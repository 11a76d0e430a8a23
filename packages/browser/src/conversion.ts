import { capture } from './core/capture.ts';
import { safely } from './core/safely.ts';
import type { Properties } from './properties.ts';
import type { Spelt, WithoutSlips } from './spelt.ts';
import { conversionUserData, partUserData, type UserData } from './user-data.ts';

/** An item of an order. */
export type Item = { sku: string; name?: string; price?: number; quantity?: number };

/** What every conversion may say. */
type ConversionFields = {
  orderId?: string;
  value?: number;
  /** ISO 4217, such as EUR. */
  currency?: string;
  items?: readonly Item[];
};

/** What is known of a conversion. Further names are welcome. */
export type ConversionData = Properties & ConversionFields;

/** Data of a call, where a misspelt name does not compile: a sale without its value would be noticed late. */
export type ConversionCall<Data> = Data & ConversionFields & Spelt<Data, keyof ConversionFields>;

/** Data of a command. */
export type QueuedConversion = ConversionData & WithoutSlips<keyof ConversionFields>;

/** Tracks a conversion of any type, with what the customer said of themselves for Enhanced Conversions. */
export function trackConversion<Data extends object>(
  eventType: string,
  data: ConversionCall<Data>,
  userData?: UserData,
): void {
  safely(() => {
    const { properties, found } = partUserData(eventType, data);
    capture(eventType, properties, { conversion: true }, conversionUserData(found, userData));
  });
}

/** Tracks a purchase. With its `orderId`, a repeat of it is not counted again. */
export function trackPurchase<Data extends object>(data: ConversionCall<Data>, userData?: UserData): void {
  trackConversion('purchase', data, userData);
}

/** Tracks a lead, such as a form that was sent (`leadId`, `formName`, `leadType`). */
export function trackLead<Data extends object>(data: ConversionCall<Data>, userData?: UserData): void {
  trackConversion('lead', data, userData);
}

/** Tracks a new account (`userId`, `plan`). */
export function trackSignup<Data extends object>(data: ConversionCall<Data>, userData?: UserData): void {
  trackConversion('signup', data, userData);
}

/** Tracks a new subscription (`subscriptionId`, `plan`, `interval`). */
export function trackSubscription<Data extends object>(
  data: ConversionCall<Data>,
  userData?: UserData,
): void {
  trackConversion('subscription', data, userData);
}

/** Tracks a download (`downloadId`, `fileName`, `category`). */
export function trackDownload<Data extends object>(data: ConversionCall<Data>): void {
  trackConversion('download', data);
}
