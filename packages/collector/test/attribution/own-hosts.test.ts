import { describe, expect, it } from 'vitest';
import { isPaymentProvider } from '../../src/attribution/referrer-sources.ts';
import { isOwnHost } from '../../src/net/hosts.ts';

const OWN_HOSTS = [
  'shop.example',
  'https://www.Partner.example:8443/start',
  '*.wild.example',
  '',
  'xn--tee-shop.example',
];

describe('an own host', () => {
  it.each([
    ['shop.example', true],
    ['www.shop.example', true],
    ['a.b.shop.example', true],
    ['partner.example', true],
    ['help.partner.example', true],
    ['wild.example', true],
    ['sub.wild.example', true],
    ['localhost', true],
    ['app.localhost', true],
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['[::1]', true],
    ['0.0.0.0', true],
    ['myshop.example', false],
    ['shop.example.evil.example', false],
    ['example', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['192.168.0.1', false],
  ])('%s: %s', (host, own) => {
    expect(isOwnHost(host, OWN_HOSTS)).toBe(own);
  });

  it('is no host where a project has none', () => {
    expect(isOwnHost('shop.example', [])).toBe(false);
  });
});

describe('a payment provider', () => {
  it.each([
    ['paypal.com', true],
    ['paypal.de', true],
    ['sandbox.paypal.com', true],
    ['checkout.stripe.com', true],
    ['stripe.com', false],
    ['pay.klarna.com', true],
    ['klarna.com', false],
    ['app.klarna.com', false],
    ['checkoutshopper-live.adyen.com', true],
    ['mollie.com', true],
    ['pay.google.com', true],
    ['google.com', false],
    ['payments.amazon.de', true],
    ['amazon.de', false],
    ['pay.shopify.com', true],
    ['sis.redsys.es', true],
    ['secure.payu.in', true],
    ['mercadopago.com.br', true],
    ['3ds.bank.example', true],
    ['acs.3dsecure.bank.example', true],
    ['pubs.acs.org', false],
    ['notpaypal.com', false],
    ['paypal.com.evil.example', false],
  ])('%s: %s', (host, payment) => {
    expect(isPaymentProvider(host)).toBe(payment);
  });
});
