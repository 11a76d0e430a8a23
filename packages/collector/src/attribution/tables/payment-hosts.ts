/**
 * Where a checkout sends its buyer and gets them back from: payment pages, wallets, pay-later services and banks'
 * 3-D Secure checks. Coming back from one is no new arrival. Each stands for its subdomains too; `name.*` as in
 * `source-row.ts`. A company whose own site or app also sends shoppers is named by its payment hosts only.
 */
export const PAYMENT_HOSTS =
  // wallets and general providers
  'paypal.* paypalobjects.com venmo.com checkout.stripe.com buy.stripe.com hooks.stripe.com pay.stripe.com ' +
  'invoice.stripe.com billing.stripe.com js.stripe.com m.stripe.network link.com adyen.com mollie.com ' +
  'checkout.com cko-session.com braintreegateway.com braintree-api.com authorize.net 2checkout.com 2co.com ' +
  'verifone.cloud worldpay.com rbsworldpay.com sagepay.com opayo.co.uk opayo.eu.elavon.com ' +
  'payments.epdq.co.uk cybersource.com globalpay.com realexpayments.com nmi.com bluesnap.com payoneer.com ' +
  'skrill.com neteller.com fastspring.com onfastspring.com buy.paddle.com checkout.paddle.com ' +
  'chargebee.com recurly.com checkout.square.site connect.squareup.com squareup.com gocardless.com ' +
  'pay.shopify.com checkout.shopify.com shop.pay pay.google.com payments.google.com pay.amazon.com ' +
  'pay.amazon.de pay.amazon.co.uk payments.amazon.com payments.amazon.de payments.amazon.co.uk ' +
  'apay-us.amazon.com apple-pay-gateway.apple.com revolut.me checkout.revolut.com sumup.link pay.sumup.com ' +
  // pay later
  'pay.klarna.com payments.klarna.com checkout.klarna.com buy.klarna.com login.klarna.com js.klarna.com ' +
  'klarnapayments.com klarnacdn.net portal.afterpay.com portal.clearpay.co.uk affirm.com affirm.ca ' +
  'sezzle.com checkout.zip.co quadpay.com getalma.eu almapay.com scalapay.com oney.fr oney.com oney.io ' +
  'cofidis.fr younited-pay.com billie.io riverty.com afterpay.nl in3.nl ratepay.com ' +
  'ratenkauf.easycredit.de finanzieren.consorsfinanz.de ' +
  // Germany, Austria, Switzerland
  'sofort.com sofortueberweisung.de giropay.de paydirekt.de wero-wallet.eu unzer.com heidelpay.com ' +
  'payone.com payone.de pay1.de secure.pay1.de novalnet.de novalnet.com secupay.ag secupay.com ' +
  'computop-paygate.com computop.com concardis.com payengine.de wirecard.com micropayment.de barzahlen.de ' +
  'viafintech.com billpay.de paysafecard.com paysafe.com saferpay.com datatrans.com datatrans.ch ' +
  'twint.ch postfinance.ch eps-ueberweisung.at payrexx.com wallee.com vrpayment.de vr-pay.de hobex.at ' +
  'mpay24.com qenta.com ' +
  // Benelux and France
  'ideal.nl pay.nl payconiq.com bancontact.com multisafepay.com buckaroo.nl sisow.nl icepay.com ogone.com ' +
  'ingenico.com worldline.com worldline-solutions.com sips-services.com sips-atos.com systempay.fr ' +
  'payzen.eu lyra.com payplug.com paygreen.io paybox.com e-transactions.fr monetico-services.com ' +
  'cmcicpaiement.fr hipay.com hipay-tpp.com lemonway.com mangopay.com paylib.fr lydia-app.com limonetik.com ' +
  'dalenys.com be2bill.com ' +
  // the North
  'nets.eu dibspayment.com dibspayment.eu netaxept.com quickpay.net epay.dk epay.eu bambora.com swish.nu ' +
  'vipps.no vippsmobilepay.com mobilepay.dk svea.com svea.se walleypay.com collector.se payex.com ' +
  'swedbankpay.com paytrail.com checkout.fi trustly.com trustly.net reepay.com frisbii.com onpay.io ' +
  // the South
  'redsys.es sermepa.es bizum.es paycomet.com monei.com addonpayments.com nexi.it xpay.nexigroup.com ' +
  'gestpay.it axerve.com satispay.com bancomatpay.it postepay.it keyclient.it ifthenpay.com easypay.pt ' +
  'sibs.pt sibspayments.com eupago.pt mbway.pt vivapayments.com everypay.gr alphaecommerce.gr ' +
  // the East
  'payu.com payu.pl payu.cz payu.ro payu.in przelewy24.pl tpay.com dotpay.pl blik.com paynow.pl ' +
  'bluemedia.pl autopay.eu espago.com comgate.cz gopay.com gopay.cz gpwebpay.com thepay.cz barion.com ' +
  'simplepay.hu otpmobil.hu mobilpay.ro netopia-payments.com borica.bg liqpay.ua wayforpay.com fondy.eu ' +
  'portmone.com.ua yookassa.ru yoomoney.ru robokassa.ru robokassa.com cloudpayments.ru securepay.tinkoff.ru ' +
  'securepayments.sberbank.ru qiwi.com payanyway.ru assist.ru iyzico.com iyzipay.com paytr.com ' +
  'param.com.tr montonio.com maksekeskus.ee makecommerce.net paysera.com ' +
  // Asia and the Pacific
  'alipay.com alipaydev.com tenpay.com pay.weixin.qq.com unionpay.com unionpaysecure.com 95516.com ' +
  'razorpay.com ccavenue.com paytm.in securegw.paytm.in phonepe.com cashfree.com billdesk.com easebuzz.in ' +
  'juspay.in instamojo.com atomtech.in midtrans.com xendit.co doku.com omise.co opn.ooo 2c2p.com ipay88.com ' +
  'ipay88.com.my molpay.com fiuu.com senangpay.my billplz.com toyyibpay.com paymaya.com maya.ph ' +
  'paymongo.com gcash.com dragonpay.ph vnpay.vn vnpayment.vn momo.vn zalopay.vn onepay.vn hitpayapp.com ' +
  'pay.line.me web-pay.line.me paypay.ne.jp gmo-pg.com gmopg.jp komoju.com sbpayment.jp paidy.com ' +
  'pay.jp kakaopay.com tosspayments.com pay.toss.im inicis.com kcp.co.kr nicepay.co.kr pay.naver.com ' +
  'settle-bank.co.kr newebpay.com ecpay.com.tw neweb.com.tw poli.com windcave.com eway.com.au ' +
  'securepay.com.au paymentexpress.com laybuy.com humm-au.com ' +
  // Latin America, Africa and the Middle East
  'mercadopago.* pagseguro.uol.com.br pagseguro.com.br pagbank.com.br pagar.me cielo.com.br userede.com.br ' +
  'ebanx.com webpay3g.transbank.cl transbank.cl flow.cl khipu.com conekta.com conekta.io openpay.mx ' +
  'kushkipagos.com dlocal.com wompi.co epayco.co placetopay.com payulatam.com culqi.com niubiz.com.pe ' +
  'payfast.co.za payfast.io peachpayments.com paygate.co.za ozow.com yoco.com paystack.com paystack.co ' +
  'flutterwave.com rave.flutterwave.com interswitchng.com pesapal.com tap.company hyperpay.com oppwa.com ' +
  'tabby.ai tamara.co myfatoorah.com paytabs.com moyasar.com telr.com paymob.com fawry.com ' +
  // 3-D Secure
  'arcot.com cardinalcommerce.com securesuite.net rsa3dsauth.com 3dsecure.com acs.touchtechpayments.com ' +
  'touchtechpayments.com modirum.com 3ds.sia.eu securecode.com verifiedbyvisa.com ' +
  'wlp-acs.com aacsw.3ds.verifiedbyvisa.com monext.fr ' +
  // coins
  'bitpay.com commerce.coinbase.com opennode.com coingate.com nowpayments.io plisio.net btcpayserver.org';

/** A label that makes a host a bank's 3-D Secure check, wherever it is. */
export const CARD_CHECK_LABELS = '3ds 3ds2 3dss 3dsecure 3d-secure acs3ds 3dsacs 3ds-acs acs-3ds';
