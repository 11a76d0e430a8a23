import { ANDROID, type AndroidModel } from './android-models.ts';

/** Chrome by the version of Android that it came with or was last made for: major, build and patch. */
const CHROMES: Readonly<Record<string, string>> = {
  '4.4.2': '81.0.4044.138',
  '5.1.1': '95.0.4638.74',
  '6.0.1': '106.0.5249.126',
  '7.0': '119.0.6045.193',
  '8.1.0': '138.0.7204.179',
  '10': '143.0.7499.52',
  '13': '143.0.0.0',
};

const BUILDS = ['KOT49H', 'LMY47V', 'MMB29K', 'NRD90M', 'O11019', 'QP1A.190711.020', 'TP1A.220624.014'];

/** How browsers on an Android device of any maker write their user agent. */
const BROWSERS: readonly ((device: string, chrome: string, mobile: string) => string)[] = [
  (device, chrome, mobile) =>
    `Mozilla/5.0 (Linux; Android ${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome} ${mobile}Safari/537.36`,
  (device, chrome, mobile) =>
    `Mozilla/5.0 (Linux; Android ${device}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${chrome} ${mobile}Safari/537.36`,
  (device, chrome, mobile) =>
    `Mozilla/5.0 (Linux; Android ${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome} ${mobile}Safari/537.36 OPR/76.2.4027.73374`,
  (device, _, mobile) =>
    `Mozilla/5.0 (Linux; U; Android ${device.replace(';', '; en-us;')}) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 ${mobile}Safari/534.30`,
  (device, chrome, mobile) =>
    `Mozilla/5.0 (Linux; arm_64; Android ${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chrome} YaBrowser/25.10.4.52.00 SA/3 ${mobile}Safari/537.36`,
  (device, _, mobile) =>
    `Mozilla/5.0 (Linux; U; Android ${device.replace(';', '; zh-CN;')}) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/15.5.2.1229 ${mobile}Safari/537.36`,
];

/** Phones, tablets and televisions of every maker there was, each in three browsers. */
export const RARE_DEVICES: readonly { readonly kind: AndroidModel['kind']; readonly userAgent: string }[] =
  ANDROID.flatMap((device, index) =>
    [0, 1, 2].map((turn) => ({ kind: device.kind, userAgent: userAgentOf(device, index + turn * 5) })),
  );

function userAgentOf({ model, kind }: AndroidModel, turn: number): string {
  const versions = Object.keys(CHROMES);
  const version = versions[turn % versions.length] as string;
  const write = BROWSERS[turn % BROWSERS.length] as (typeof BROWSERS)[number];
  const build = turn % 2 === 0 ? ` Build/${BUILDS[turn % BUILDS.length]}` : '';
  return write(
    `${version}; ${model}${build}`,
    CHROMES[version] as string,
    kind === 'mobile' ? 'Mobile ' : '',
  );
}
