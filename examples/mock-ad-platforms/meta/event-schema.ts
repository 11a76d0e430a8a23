import { z } from 'zod';
import { isCurrency, isSha256 } from '../formats.ts';

/**
 * `fb.<subdomain index>.<time of the click in ms>.<fbclid>`, with an appendix of Meta's own library where it made it
 * (developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc).
 */
const FBC = /^fb\.\d+\.\d{13}\.[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]{2,8})?$/;
const FBP = /^fb\.\d+\.\d{13}\.\d+(\.[A-Za-z0-9_-]{2,8})?$/;

const text = z.string().min(1);
const oneOrMore = <Item extends z.ZodType>(item: Item) => z.union([item, z.array(item).min(1)]);

/** A hash of user data: never the datum itself. */
const hash = oneOrMore(z.string().refine(isSha256, { params: { wrong: 'hash' } }));

/** Every parameter of a customer that Meta knows: an unknown one fails the request. */
const UserDataParameters = z.strictObject({
  em: hash.optional(),
  ph: hash.optional(),
  ge: hash.optional(),
  db: hash.optional(),
  ln: hash.optional(),
  fn: hash.optional(),
  ct: hash.optional(),
  st: hash.optional(),
  zp: hash.optional(),
  country: hash.optional(),
  external_id: oneOrMore(text).optional(),
  client_ip_address: text.optional(),
  client_user_agent: text.optional(),
  fbc: z.string().regex(FBC).optional(),
  fbp: z.string().regex(FBP).optional(),
  subscription_id: text.optional(),
  fb_login_id: text.optional(),
  lead_id: text.optional(),
});

const Content = z.strictObject({
  id: text,
  quantity: z.number().optional(),
  item_price: z.number().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  category: z.string().optional(),
  brand: z.string().optional(),
  delivery_category: z.string().optional(),
});

/** An advertiser may add parameters of its own. */
const CustomData = z.looseObject({
  value: z.number().optional(),
  currency: z.string().refine(isCurrency).optional(),
  order_id: z.string().optional(),
  content_type: z.enum(['product', 'product_group']).optional(),
  content_ids: z.array(z.string()).optional(),
  contents: z.array(Content).optional(),
  num_items: z.int().optional(),
});

const ACTION_SOURCES = [
  'email',
  'website',
  'app',
  'phone_call',
  'chat',
  'physical_store',
  'system_generated',
  'business_messaging',
  'other',
] as const;

export const MetaEvent = z
  .strictObject({
    event_name: text.max(50),
    // Seconds.
    event_time: z.int().max(99_999_999_999),
    event_id: text.optional(),
    action_source: z.enum(ACTION_SOURCES),
    event_source_url: z.url().optional(),
    referrer_url: z.string().optional(),
    opt_out: z.boolean().optional(),
    user_data: UserDataParameters,
    custom_data: CustomData.optional(),
    data_processing_options: z.array(z.string()).optional(),
    data_processing_options_country: z.int().optional(),
    data_processing_options_state: z.int().optional(),
  })
  .superRefine((event, context) => {
    const need = (path: string[]) =>
      void context.addIssue({ code: 'custom', path, message: 'is required', params: { wrong: 'missing' } });
    if (event.action_source === 'website') {
      if (event.event_source_url === undefined) need(['event_source_url']);
      if (event.user_data.client_user_agent === undefined) need(['user_data', 'client_user_agent']);
    }
    if (event.event_name === 'Purchase') {
      if (event.custom_data?.value === undefined) need(['custom_data', 'value']);
      if (event.custom_data?.currency === undefined) need(['custom_data', 'currency']);
    }
  });
export type MetaEvent = z.infer<typeof MetaEvent>;

/** The body of `POST /<dataset>/events` (developers.facebook.com/docs/marketing-api/conversions-api/using-the-api). */
export const MetaEvents = z.strictObject({
  data: z.array(MetaEvent).min(1).max(1000),
  access_token: z.string().optional(),
  test_event_code: z.string().optional(),
  partner_agent: z.string().optional(),
});
