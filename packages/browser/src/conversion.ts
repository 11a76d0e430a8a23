import { capture } from './core/capture.ts';
import type { Properties } from './properties.ts';
import { conversionUserData, type UserData } from './user-data.ts';

/** An item of an order. */
export type Item = { sku: string; name?: string; price?: number; quantity?: number };

/** What is known of a conversion. Further names are welcome. */
export type ConversionData = Properties & {
  orderId?: string;
  value?: number;
  /** ISO 4217, such as EUR. */
  currency?: string;
  items?: readonly Item[];
};

/** Tracks a conversion of any type, with what the customer said of themselves for Enhanced Conversions. */
export function trackConversion(eventType: string, data: ConversionData, userData?: UserData): void {
  capture(eventType, data, { conversion: true }, conversionUserData(userData));
}

/** Tracks a purchase. With its `orderId`, a repeat of it is not counted again. */
export function trackPurchase(data: ConversionData, userData?: UserData): void {
  trackConversion('purchase', data, userData);
}

/** Tracks a lead, such as a form that was sent (`leadId`, `formName`, `leadType`). */
export function trackLead(data: ConversionData, userData?: UserData): void {
  trackConversion('lead', data, userData);
}

/** Tracks a new account (`userId`, `plan`). */
export function trackSignup(data: ConversionData, userData?: UserData): void {
  trackConversion('signup', data, userData);
}

/** Tracks a new subscription (`subscriptionId`, `plan`, `interval`). */
export function trackSubscription(data: ConversionData, userData?: UserData): void {
  trackConversion('subscription', data, userData);
}

/** Tracks a download (`downloadId`, `fileName`, `category`). */
export function trackDownload(data: ConversionData): void {
  trackConversion('download', data);
}
