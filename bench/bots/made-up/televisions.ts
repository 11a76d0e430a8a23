import { someOf } from './android-models.ts';

/** Firmware and years, to be put into a form in turn. */
const TURNS = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * How televisions, and boxes and players beside them, write their user agent: by the specification of HbbTV and by what
 * makers publish for those who write applications for them. `n` makes them differ in year, size and firmware.
 */
const FORMS: readonly ((n: number) => string)[] = [
  // Samsung: Orsay and Tizen.
  (n) =>
    `Mozilla/5.0 (SMART-TV; Linux; Tizen ${n}.0) AppleWebKit/537.36 (KHTML, like Gecko) ${76 + n}.0.4147.0/${n}.0 TV Safari/537.36`,
  (n) =>
    `Mozilla/5.0 (SMART-TV; LINUX; Tizen ${n}.5) AppleWebKit/537.36 (KHTML, like Gecko) Version/${n}.5 TV Safari/537.36`,
  (n) =>
    `Mozilla/5.0 (Linux; Tizen ${n}.3; SMART-TV) AppleWebKit/538.1 (KHTML, like Gecko) SamsungBrowser/${n}.0 TV Safari/538.1`,
  (n) =>
    `Mozilla/5.0 (SMART-TV; X11; Linux armv7l) AppleWebKit/537.42 (KHTML, like Gecko) Chromium/25.0.1349.${n} Chrome/25.0.1349.${n} Safari/537.42`,
  (n) =>
    `Mozilla/5.0 (SmartHub; SMART-TV; U; Linux/SmartTV; Maple201${n}) AppleWebKit/534.7 (KHTML, like Gecko) SmartTV Safari/534.7`,
  (n) => `HbbTV/1.${n}.1 (+DRM;Samsung;SmartTV201${n};T-HKM6DEUC-149${n}.0;;) WebKit`,
  (n) =>
    `HbbTV/1.5.1 (+DRM;Samsung;SmartTV202${n}:UAU8000;T-KSU2EDEUC-130${n}.0;KantSU2e;urn:samsungtv) Tizen/${n}.0 (+DRM;Samsung;;;;)`,
  // LG: NetCast and webOS.
  (n) =>
    `Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${79 + n}.0.3945.79 Safari/537.36 WebAppManager`,
  (n) =>
    `Mozilla/5.0 (Linux; NetCast; U) AppleWebKit/537.31 (KHTML, like Gecko) Chrome/${23 + n}.0 Safari/537.31 SmartTV/${n}.0`,
  (n) =>
    `Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.88 Safari/537.36 LG Browser/8.00.00(LGE; 55UP${n}500; 03.2${n}.30; 1; DTV_W21U);`,
  (n) =>
    `Mozilla/5.0 (Unknown; Linux armv7l) AppleWebKit/537.1+ (KHTML, like Gecko) Safari/537.1+ HbbTV/1.2.1 ( ;LGE ;NetCast 4.0 ;03.10.8${n} ;1.0M ;)`,
  // Philips, Sony, Panasonic, Sharp, Toshiba, Hisense, TCL, Vestel, Loewe, Grundig, Metz, TechniSat, Vizio.
  (n) =>
    `Opera/9.80 (Linux armv7l; HbbTV/1.2.1 (; Philips; 40HFL501${n}T12; ; PHILIPSTV; CE-HTML/1.0 NETTV/4.4.1 SmartTvA/3.0.0 Firmware/004.002.036.135 (PhilipsTV, 3.1.1,)en) ) Presto/2.12.407 Version/12.5${n}`,
  (n) =>
    `Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K UR${n}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.155 Safari/537.36 OPR/46.0.2207.0 OMI/4.20.3.54.Jeeves.${n}`,
  (n) =>
    `Mozilla/5.0 (Linux; Android ${n + 6}; BRAVIA 4K GB Build/OPR2.170623.027.S32) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/9${n}.0.4515.115 Safari/537.36`,
  (n) =>
    `Opera/9.80 (Linux armv7l; InettvBrowser/2.2 (00014A;SonyDTV14${n};0002;0100) KDL50W815B; CC/DEU) Presto/2.12.362 Version/12.11`,
  (n) =>
    `Mozilla/5.0 (X11; FreeBSD; U; Viera; de-DE) AppleWebKit/537.11 (KHTML, like Gecko) Viera/${n}.10.13 Chrome/23.0.1271.97 Safari/537.11`,
  (n) => `HbbTV/1.2.1 (;Panasonic;VIERA 201${n};0.071;0071-3103 1000-0000;)`,
  (n) =>
    `Mozilla/5.0 (Linux; U; en) AppleWebKit/537.36 HbbTV/1.4.1 (+DRM; Sharp; LC-4${n}CFG6001; 1.2${n}; 1.0; ) AQUOSBrowser/2.0`,
  (n) =>
    `Mozilla/5.0 (Linux mipsel) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/6${n}.0.3359.139 Safari/537.36 HbbTV/1.5.1 (+DRM; TOSHIBA; 43VL${n}A63DG; 1.0; 1.0; _TV_)`,
  (n) =>
    `Mozilla/5.0 (Linux; Andr0id 9; SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.210 Safari/537.36 HbbTV/1.6.1 (+DRM;Hisense;MTK9602;V0000.01.00a.L0${n}18;3;HE50A6100UWTS;) Vidaa VIDAA/5.0 (Hisense;SmartTV;)`,
  (n) =>
    `Mozilla/5.0 (Linux; Android 11; SmartTV TCL 55P${n}15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/98.0.4758.101 Safari/537.36`,
  (n) =>
    `Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/5${n}.0.2883.75 Safari/537.36 OPR/40.0.2207.0 OMI/4.9.0.237.DOM3-OPT.247 HbbTV/1.3.1 (+DRM; Vestel; MB130; 1.8.${n}; 1.0; _TV_)`,
  (n) =>
    `Opera/9.80 (Linux mips; U; HbbTV/1.1.1 (;Loewe;SL1${n};LOH/2.${n};;) CE-HTML; en) Presto/2.10.250 Version/11.60`,
  (n) =>
    `Mozilla/5.0 (Linux; GNU/Linux) AppleWebKit/601.1 HbbTV/1.4.1 (+PVR; TechniSat; DIGIT ISIO S${n}; 2.4${n}; 1.0;) CE-HTML/1.0`,
  (n) =>
    `Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/7${n}.0.3729.157 Safari/537.36 CrKey/1.0.999999 VIZIO SmartCast(Conjure/MTKF-5.1.${n}.15 FW/5.20.${n})`,
  // Sticks, boxes and players.
  (n) =>
    `Mozilla/5.0 (Linux; Android 7.1.2; AFT${'MNTSABRK'[n - 1]} Build/NS6274; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/8${n}.0.4147.125 Mobile Safari/537.36`,
  (n) =>
    `Mozilla/5.0 (Linux; Android 9; AFTKA00${n}) AppleWebKit/537.36 (KHTML, like Gecko) Silk/1${n}4.2.1 like Chrome/114.0.5735.196 Safari/537.36`,
  (n) => `Roku/DVP-${n + 6}.10 (${n}09.10E04111A)`,
  (n) =>
    `Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/9${n}.0.4606.31 Safari/537.36 CrKey/1.5${n}.250946`,
  (n) =>
    `Mozilla/5.0 (Linux; Android 1${n % 5}; Chromecast Build/STTE.240315.002) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/1${n}0.0.0.0 Safari/537.36`,
  (n) =>
    `Mozilla/5.0 (Linux; Android 9; Mi TV Stick Build/PI; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/8${n}.0.4280.101 Mobile Safari/537.36`,
  (n) =>
    `Mozilla/5.0 (Linux; Android ${n + 5}; MIBOX${n} Build/PI) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/9${n}.0.4664.45 Safari/537.36`,
  (n) =>
    `Mozilla/5.0 (Linux; Android ${n + 4}; TV BOX X9${n}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/9${n}.0.4664.45 Safari/537.36`,
  (n) =>
    `Mozilla/5.0 (Linux; Android 9; SmartTV 4K ${n}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/9${n}.0.4664.45 Mobile Safari/537.36`,
  (n) => `AppleCoreMedia/1.0.0.1${n}K53 (Apple TV; U; CPU OS 1${n}_4 like Mac OS X; en_us)`,
  (n) =>
    `Mozilla/5.0 (QtEmbedded; U; Linux; C) AppleWebKit/533.3 (KHTML, like Gecko) MAG200 stbapp ver: ${n} rev: 250 Safari/533.3`,
  (n) =>
    `Mozilla/5.0 (Linux; U; Android 2.3.4; de-de; OpenTV ${n}) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Safari/533.1 _STB_C001_2017/0.9`,
  (n) => `Opera/9.80 (Linux i686; U; en) Presto/2.10.287 Version/12.0${n} ; SC/IHD92 STB`,
  (n) =>
    `Mozilla/5.0 (Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/6${n}.0.3282.140 Safari/537.36 NetRange NETRANGEMMH HbbTV/1.2.1`,
  (n) =>
    `Mozilla/5.0 (Linux; BrightSign/${n}.2.94; XT1144) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.12.3 Chrome/69.0.3497.128 Safari/537.36`,
];

/** Televisions by these forms, and boxes with Android that only their model tells from a tablet. */
export const TELEVISIONS: readonly string[] = [
  ...FORMS.flatMap((form) => TURNS.map(form)),
  ...someOf('tv', 150).map(
    (model) =>
      `Mozilla/5.0 (Linux; Android 7.0; ${model} Build/NRD90M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.6045.193 Safari/537.36`,
  ),
];
