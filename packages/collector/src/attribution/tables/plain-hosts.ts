/**
 * Hosts below a listed domain that are another thing: a document at `docs.google.com` is no search at Google.
 * They count as ordinary sites, under their own name.
 */
export const PLAIN_HOSTS =
  'accounts.google.com ads.google.com adsense.google.com analytics.google.com business.google.com ' +
  'calendar.google.com chat.google.com chrome.google.com chromewebstore.google.com classroom.google.com ' +
  'cloud.google.com colab.google.com colab.research.google.com console.cloud.google.com contacts.google.com ' +
  'datastudio.google.com developers.google.com docs.google.com drive.google.com earth.google.com ' +
  'fonts.google.com groups.google.com hangouts.google.com keep.google.com lookerstudio.google.com ' +
  'meet.google.com myaccount.google.com photos.google.com play.google.com plus.google.com ' +
  'podcasts.google.com script.google.com search.google.com sites.google.com support.google.com ' +
  'tagassistant.google.com tagmanager.google.com tasks.google.com translate.google.com voice.google.com ' +
  'finance.yahoo.com news.yahoo.com sports.yahoo.com login.yahoo.com groups.yahoo.com answers.yahoo.com ' +
  'news.yahoo.co.jp finance.yahoo.co.jp chiebukuro.yahoo.co.jp login.yahoo.co.jp ' +
  'ads.microsoft.com webmaster.bing.com ' +
  'passport.yandex.ru passport.yandex.com metrika.yandex.ru metrica.yandex.com direct.yandex.ru ' +
  'direct.yandex.com disk.yandex.ru docs.yandex.ru cloud.yandex.ru webmaster.yandex.ru tracker.yandex.ru ' +
  'music.yandex.ru translate.yandex.ru translated.turbopages.org ' +
  'pan.baidu.com passport.baidu.com tongji.baidu.com fanyi.baidu.com baike.baidu.com ' +
  'business.facebook.com adsmanager.facebook.com developers.facebook.com business.pinterest.com ' +
  'ads.pinterest.com ads.linkedin.com ads.twitter.com ads.x.com ads.tiktok.com seller.tiktok.com ' +
  'ads.reddit.com ads.snapchat.com studio.youtube.com music.youtube.com advertising.amazon.com ' +
  'sellercentral.amazon.com sellercentral.amazon.de sellercentral.amazon.co.uk music.amazon.com ' +
  'aws.amazon.com console.aws.amazon.com gist.github.com';
