import type { DeviceType } from './client.ts';

type DevicePattern = { readonly type: DeviceType; readonly pattern: RegExp };

/** What a user agent says of its device in so many words; the first that matches decides. */
export const STATED_DEVICES: readonly DevicePattern[] = [
  { type: 'console', pattern: /\b(?:playstation|nintendo|xbox|ouya|retroid pocket)\b|\bPS[345]\b/i },
  { type: 'embedded', pattern: /\b(?:DeviceType\/SmartSpeaker|QtCarBrowser|Tesla\/)/ },
  { type: 'wearable', pattern: /watch ?os\b|\b(?:Tic|Galaxy |Apple |Pixel |Huawei )Watch\b|\bSM-[LR]\d{3}/i },
  { type: 'wearable', pattern: /\bOculusBrowser\b|; Quest(?: [2-9]S?| Pro)?[);]|\bPico Neo\b/ },
  { type: 'tv', pattern: /(?:g[o0]{2}gle|android|smart|apple|opera|fire|web|krea|roku)[-_ ]?tv/i },
  {
    type: 'tv',
    pattern: /\b(?:HbbTV|CE-HTML|VIDAA|NetRange|CrKey|Roku|Web0S|NetCast|tvOS|Viera|BRAVIA|MIBOX|TiVo)/i,
  },
  {
    type: 'tv',
    pattern: /\b(?:InettvBrowser|Large Screen|Espial|ANTGalio|BrightSign|VIZIO|stbapp|Chromecast|OMI\/)/i,
  },
  {
    type: 'tv',
    pattern: /\bAFT[A-Z0-9]{1,8}\b|\bTV Safari\b|\bTizen\b.*\bTV\b|Maple_?20|_STB_|wv-atv|\bIPTV\b/,
  },
  {
    type: 'tv',
    pattern:
      /\b(?:OpenTV|otvwebkit|OHTV|PBRM|Maple[ _]\d|Sony(?:BDP|DTV|CEBrowser)|AQUOS-|Diga|mbxtWebKit|DTV;)|webOSTV|BDPlayer/,
  },
  { type: 'tv', pattern: /\b(?:Hybridcast|YouViewHTML|(?:GW|MR)-Device\/[\d.]+ \(Sky)/ },
  // Puffin draws on servers, and says on what it shows in two letters.
  { type: 'tablet', pattern: /\bPuffin\/[\d.]+[AI]T\b/ },
  { type: 'mobile', pattern: /\bPuffin\/[\d.]+[AI]P\b/ },
  // Set-top boxes: their processors, and the form in which broadcasters ask them to name themselves.
  {
    type: 'tv',
    pattern:
      /\bLinux (?:mips|sh4)\b|[,;] ?(?:wired|wireless)\)|\w(?<!D)TV \d\dS|\bDishTV\b|\bTV[-_ ]?(?:box|stick)\b/i,
  },
  {
    type: 'tablet',
    pattern: /\biPad(?:\b|\d)|\bPlayBook\b|\bTouchPad\b|\bKindle\b|\bPocketBook\b|(?<![a-z])Tablet(?! PC)/i,
  },
  {
    type: 'mobile',
    pattern: /\b(?:MIDP|CLDC|UP\.Browser|Opera Mini|IEMobile|WPDesktop|Lumia|UCWEB)|; Adr \d/,
  },
  { type: 'desktop', pattern: /\b(?:MacBook|iMac|Macmini|MacPro|PowerMac)/ },
];

/** What the model of an Android device says, whoever made it. */
export const TABLET_MODELS =
  /(?<!cool|klip|tech|phone)(?:tab|pad)(?![a-z])|-[A-Z]?W[01]9\b|\bTB-?X?\d|\bMID\d/i;

/** What the model of an Android device hints at, where the parser knows no maker by that name. */
export const TV_MODELS: readonly RegExp[] = [
  /(?<!D)TV(?![a-zM]|\d\d\b)|\btv\b|^TDTV|STB|OTT/,
  // A screen's inches beside its panel: 32LED30C, HIBERG75YUHD, LED43 …
  /Q?O?LED[-_ ]?\d{2}|(?:19|[2-9]\d)[A-Z]?[-_ ]?(?:Q?O?LE[DX]|UHD)/,
  // … or in front of a series: 32H700GU, K50DLJ10US, Polarline_40PL52TC, V32TPHDE1S.
  /(?:^|[-_ ])[A-Z]{0,3}(?:19|2[248]|32|39|4[0238]|49|50|55|58|6[05]|7[057]|8[2356]|98)(?:[A-Z]{1,5}[-_]?\d{2}|[A-Z]{2,5}\d)/,
  // Boxes and sticks beside a screen.
  /\b(?:tv)?box|box\b|stick|stream|player|\bShell\b|(?<!\d)4K(?![a-z])/i,
  /^(?:X9[68]|H96|T9[5-9]|TX\d{1,2}(?!\d)|HK1|A95X|M[89]S|MXQ|KM\d\b|MAG\d{3}|RK3\d{3}|ZIDOO|EVPAD|GTKing|NEO-[XZU])/i,
  /HDMI|dongle|\bcube\b|^Letv (?:[CSU]\d|X3-)|^(?:RKM |Rikomagic )?MK(?:8[01]|90)\d|^NEO[- ][GUXZ]\d|^SMT-E|^SHIELD Console/i,
  /^(?:Tanix|Beelink|Ugoos|Vontar|MECOOL|MINIX|Formuler|Transpeed|Rombica|Vorke|Orbsmart|pendoo|Movix)/i,
];
