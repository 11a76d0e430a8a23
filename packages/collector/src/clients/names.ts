/**
 * Browsers by the parser's names in lower case, where another name is the common one, or where the parser repeats the
 * user agent's own spelling.
 */
export const BROWSER_NAMES: ReadonlyMap<string, string> = new Map([
  ['360', '360 Browser'],
  ['baidu', 'Baidu Browser'],
  ['chrome', 'Chrome'],
  ['chrome headless', 'Headless Chrome'],
  ['chromium', 'Chromium'],
  ['firefox', 'Firefox'],
  ['gsa', 'Google App'],
  ['ie', 'Internet Explorer'],
  ['iemobile', 'Internet Explorer'],
  ['instagram', 'Instagram'],
  ['lbbrowser', 'LieBao Browser'],
  ['mobile safari', 'Safari'],
  ['opera', 'Opera'],
  ['opera mini', 'Opera Mini'],
  ['qqbrowser', 'QQ Browser'],
  ['safari', 'Safari'],
  ['ucbrowser', 'UC Browser'],
  ['yandex', 'Yandex Browser'],
]);

/** Brands of `Sec-CH-UA` that name a product. Chromium, which most of them send along, is only their engine. */
export const BRAND_NAMES: ReadonlyMap<string, string> = new Map([
  ['Android WebView', 'Chrome WebView'],
  ['Avast Secure Browser', 'Avast Secure Browser'],
  ['AVG Secure Browser', 'AVG Secure Browser'],
  ['Brave', 'Brave'],
  ['CocCoc', 'Coc Coc'],
  ['DuckDuckGo', 'DuckDuckGo'],
  ['Google Chrome', 'Chrome'],
  ['HeadlessChrome', 'Headless Chrome'],
  ['HuaweiBrowser', 'Huawei Browser'],
  ['Microsoft Edge', 'Edge'],
  ['Microsoft Edge WebView2', 'Edge WebView'],
  ['Oculus Browser', 'Oculus Browser'],
  ['Opera', 'Opera'],
  ['Opera GX', 'Opera GX'],
  ['Samsung Internet', 'Samsung Internet'],
  ['Vivaldi', 'Vivaldi'],
  ['Whale', 'Whale'],
  ['YaBrowser', 'Yandex Browser'],
  ['Yandex', 'Yandex Browser'],
]);

/** Names that the engine's own user agent gives, under which any product may hide. */
export const GENERIC_BROWSERS: ReadonlySet<string> = new Set(['Chrome', 'Chrome WebView', 'Headless Chrome']);

/** Systems by the names of the parser and of `Sec-CH-UA-Platform` in lower case; the rest as for browsers. */
export const OS_NAMES: ReadonlyMap<string, string> = new Map([
  ['android', 'Android'],
  ['android-x86', 'Android'],
  ['chrome os', 'Chrome OS'],
  ['chromium os', 'Chrome OS'],
  ['cros', 'Chrome OS'],
  ['harmonyos', 'HarmonyOS'],
  ['kaios', 'KaiOS'],
  ['linux', 'Linux'],
  ['mac os', 'macOS'],
  ['macos', 'macOS'],
  ['tizen', 'Tizen'],
  ['ubuntu', 'Ubuntu'],
  ['webos', 'webOS'],
  ['windows', 'Windows'],
  ['windows phone os', 'Windows Phone'],
]);

/** Which platforms a hint may name for the system of a user agent; any other contradicts it. */
export const PLATFORMS_OF_OS: ReadonlyMap<string, readonly string[]> = new Map([
  ['Windows', ['Windows']],
  ['macOS', ['macOS']],
  ['Chrome OS', ['Chrome OS', 'Linux']],
  ['Android', ['Android']],
  // A phone or tablet that asks for the desktop site says Linux in its user agent.
  ['Linux', ['Linux', 'Android', 'Chrome OS']],
]);

/** Systems of computers. */
export const DESKTOP_SYSTEMS: ReadonlySet<string> = new Set([
  'AIX',
  'AmigaOS',
  'Arch',
  'BeOS',
  'CentOS',
  'Chrome OS',
  'Debian',
  'DragonFly',
  'Fedora',
  'FreeBSD',
  'GNU',
  'Gentoo',
  'Haiku',
  'Kubuntu',
  'Linux',
  'Mageia',
  'Mandriva',
  'Manjaro',
  'Mint',
  'MorphOS',
  'NetBSD',
  'OpenBSD',
  'OS/2',
  'RedHat',
  'Red Hat',
  'SUSE',
  'Slackware',
  'Solaris',
  'UNIX',
  'Ubuntu',
  'Windows',
  'deepin',
  'elementary OS',
  'macOS',
  'openSUSE',
]);
