/**
 * Words by which devices and apps of people are taken for bots. They are cut out, and what remains is judged: so a
 * phone of a strange name is a person, and a crawler that poses as this phone still a crawler.
 */
export const HUMAN_PHRASES: readonly RegExp[] = [
  // The model of an Android device may be any word: M bot 51, CUBOT_P20, IMO Discovery II, ECHO JAVA.
  /(?<=\bAndroid [\d.]{1,12}; (?:[A-Za-z]{2}[-_][A-Za-z]{2}; ?)?)(?!compatible)[^;()]{1,60}(?:\([\w. ]{0,30}\))?(?=\)|;| Build\/)/g,
  /\bMicroMessenger\/\S+|\bWeChat\/\S+|\bProcess\/\w+/g,
  /\bSogou(?:MSE|\w*Browser|Search)\b[^\s,]*(?: Android[\d.]+)?/g,
  // Apps of Baidu and Alipay tell of the device between bars.
  /\b(?:baidu(?:boxapp|boxpad|browser)|bdbrowser\w*|zhangbai)\/(?:\S+|.*\|.*)|\bAlipayDefined\([^)]*\)/g,
  /\bUC(?:Browser|WEB)\/?[\d.]*/g,
  /\[FB[A-Z]{2}\/.*\]|\bFB(?:AN|AV|_IAB)\/\S+|\bMetaIAB \w+/g,
  /\bInstagram \d[\d.]* (?:Android )?\(.*\)|\bInstagram \d[\d.]* Android .*$/g,
  /\[Pinterest\/\w+\]|\bPinterest for \w+\/\S+|\bViber\/\d\S*|\bLine\/\d\S*|\bSnapchat\/\d\S*/g,
  /\bGoogle ?TV\b(?: Stick)?|\bGoogleWv\/\S+|\bGSA\/\S+|\bGoogle(?:Hypersonic|Goggles-Android)\b\S*|\bGoogle Earth\/\S+|(?<=\bGmmClient:)\S+|\bGooglePlayStore\b|\bcom\.google\.GooglePlus\/\S+|\bGeminiiOS\/\S+/g,
  /\bHiSearch\/\S+|\bStudoBrowser\/\S+(?: \(https?:[^)]*\))?|\bAirWatch Browser\b[^)]*|\bQQDownload \d+|\bchromeframe\S*/g,
  /\bApple(?:News)\/\S+|(?<=\(KHTML, like Gecko\) )News\/\S+/g,
  /Embedded Web Browser from: http:\/\/bsalsa\.com\/?;?/g,
  /\bHTC[ _;]+Radar\b|\bTungsten Proxyless\b|\b(?:Phone|Tablet) Hybrid\(\)/gi,
  // Taobao and the other apps of Alibaba, and what Google Translate adds to a reader's own.
  /\bAliApp\([^)]*\)|\b(?:UWS|UCBS|WindVane|TTID)\/\S+/g,
  /,gzip\(gfe\)(?: \(via translate\.google\.com\))?/g,
  /\b[\w-]*checkout[\w-]*/gi,
  // Systems of phones and televisions, whose version looks like the only product.
  /\b(?:webOS|COS|REX|Linux\/SLP)\/[\d.]+;|\bSAMSUNG-[\w-]+\/1\.0;/g,
  /\bJava\/(?:ASVM|A\b)\S*|\bBrowser\/Phantom\b|\bHTML5 Parser\b|\bWii Internet Channel\/[\d.]+;/g,
  // Apps that name their package.
  /\[[\w.]+\.[\w.]+\/[\d.]+\]/g,
];

/** Devices whose whole user agent has a form of its own, in which the general patterns see a program. */
export const HUMAN_SHAPES: readonly RegExp[] = [
  // Pages inside of apps, which call themselves SmartNews, Grab or whatever they like behind the view.
  /; wv\) AppleWebKit\/.* Chrome\/\d.*\bSafari\/537\.36 ?\w/,
  /^Mozilla\/5\.0 \(iP(?:hone|ad|od touch);[^)]* like Mac OS X\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Mobile\/\w+ \w/,
  // Televisions and their boxes.
  /\bGoogleTV \d|\bSMART-TV;.*\bMaple\d/,
  /\b(?:HbbTV|CE-HTML|NETTV|NETRANGE\w*|VIDAA|NetCast|BDPlayer|Opera TV Store|OMI)[/;) ]/i,
  /^smarttv_\w|^opera\/9\.80, DI\d{3}/i,
  // Phones from before smartphones, and the browsers that sent the device's properties instead of a user agent.
  /\b(?:MIDP|CLDC)-\d|\bMAUI[/ ]|\bBada\/\d|\bProfile\/ Configuration\/|^nook browser\//i,
  /^(?:\w\w\([^)]*\);)*dv\(\w+,\d+\);pr\(UCBrowser[^)]*\);/,
  /^iP(?:hone|ad|odTouch)(?:SE|X|\d)[\w,]*$|^AppleTV\d+,\d+(?:\/[\d.]+)?$|\[iPhone OS,[\d.]+,|\(OnePlus \w+, Android \d/,
  // Browsers that few use, some of them without pictures. They name themselves alone.
  /^(?:HotJava|NetSurf|Dillo|Midori|amaya|PrivacyBrowser|GoogleEarth|Onion Browser|QtWeb Internet Browser)(?:[/ ]|$)/,
  /\bOffByOne; .*\bWebster Pro\b|\w_MAUI /,
  // Old phones leave the blanks out.
  /^Mozilla\/5[.,]0\(Linux;U;Android ?[\d.]+/,
  /^\d[\d.]* \(Linux; U; Android [\d.]+; /,
];

/** Words that only bots say of themselves: a form of a device beside them proves nothing. */
export const SELF_DECLARED =
  /(?:bot|crawler|spider|slurp)\b(?!\w)|\+https?:|\(https?:|qcloudcdn|\bNutch\b|HeadlessChrome|\bcompatible; \w+bot|-agent$/i;
