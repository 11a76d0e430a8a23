/**
 * Words by which devices and apps of people are taken for bots. They are cut out, and what remains is judged: so a
 * phone of a strange name is a person, and a crawler that poses as this phone still a crawler.
 */
export const HUMAN_PHRASES: readonly RegExp[] = [
  // The model of an Android device may be any word: M bot 51, CUBOT_P20, IMO Discovery II, ECHO JAVA.
  /(?<=\bAndroid [\d.]{1,12}; (?:[a-z]{2}[-_][A-Za-z]{2}; )?)(?!compatible)[^;()]{1,60}(?=\)|;| Build\/)/g,
  /\bMicroMessenger\/\S+|\bWeChat\/\S+|\bProcess\/\w+/g,
  /\bSogou(?:MSE|MobileBrowser|Search)\b[^\s,]*(?: Android[\d.]+)?/g,
  /\bUC(?:Browser|WEB)\/?[\d.]*/g,
  /\[FB[A-Z]{2}\/.*\]|\bFB(?:AN|AV|_IAB)\/\S+|\bMetaIAB \w+/g,
  /\bInstagram \d[\d.]* (?:Android )?\(.*\)|\bInstagram \d[\d.]* Android .*$/g,
  /\[Pinterest\/\w+\]|\bPinterest for \w+\/\S+|\bViber\/\d\S*|\bLine\/\d\S*|\bSnapchat\/\d\S*/g,
  /\bGoogle ?TV\b(?: Stick)?|\bGoogleWv\/\S+|\bGSA\/\S+|\bGooglePlayStore\b|\bcom\.google\.GooglePlus\/\S+|\bGeminiiOS\/\S+/g,
  /\bHiSearch\/\S+|\bStudoBrowser\/\S+(?: \(https?:[^)]*\))?|\bAirWatch Browser\b[^)]*|\bQQDownload \d+|\bchromeframe\S*/g,
  /\bApple(?:News)\/\S+|(?<=\(KHTML, like Gecko\) )News\/\S+/g,
  /Embedded Web Browser from: http:\/\/bsalsa\.com\/?;?/g,
  /\bHTC[ _;]+Radar\b|\bTungsten Proxyless\b|\bPhone Hybrid\(\)/g,
  /\b[\w-]*checkout[\w-]*/gi,
  // Apps that name their package.
  /\[[\w.]+\.[\w.]+\/[\d.]+\]/g,
];

/** Devices whose whole user agent has a form of its own, in which the general patterns see a program. */
export const HUMAN_SHAPES: readonly RegExp[] = [
  // Televisions and their boxes.
  /\b(?:HbbTV|CE-HTML|NETTV|NETRANGE\w*|VIDAA|NetCast|BDPlayer|Opera TV Store|OMI)[/;) ]/i,
  /^smarttv_\w|^opera\/9\.80, DI\d{3}/i,
  // Phones from before smartphones, and the browsers that sent the device's properties instead of a user agent.
  /\b(?:MIDP|CLDC)-\d|\bMAUI[/ ]|\bBada\/\d|\bProfile\/ Configuration\/|^nook browser\//i,
  /^(?:\w\w\([^)]*\);)*dv\(\w+,\d+\);pr\(UCBrowser[^)]*\);/,
  /^iPhone(?:SE|X|\d)\w*$|\[iPhone OS,[\d.]+,|\(OnePlus \w+, Android \d/,
  /^HotJava\//,
  /^\d[\d.]* \(Linux; U; Android [\d.]+; /,
];

/** Words that only bots say of themselves: a form of a device beside them proves nothing. */
export const SELF_DECLARED =
  /(?:bot|crawler|spider|slurp)\b(?!\w)|\+https?:|HeadlessChrome|\bcompatible; \w+bot/i;
