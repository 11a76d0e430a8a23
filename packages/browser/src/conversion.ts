import { userDataFieldOf } from '@cvq/contract/redact';
import { capture } from './core/capture.ts';
import { safely } from './core/safely.ts';
import { wireName } from './core/wire-names.ts';
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
  const others: Properties = {};
  const found: Record<string, unknown> = {};
  for (const name of Object.keys(data || {})) {
    safely(() => {
      const field = userDataFieldOf(wireName(name), data[name]);
      if (field) found[field] = found[field] || data[name];
      else others[name] = data[name];
    });
  }
  // What people pass among the properties by mistake would rest on the device in the clear.
  const properties = Object.keys(found).length ? others : data;
  capture(eventType, properties, { conversion: true }, conversionUserData(found, userData));
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
