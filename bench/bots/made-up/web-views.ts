import { someOf } from './android-models.ts';

/** What an app puts behind the user agent of its web view; `{version}` is its own. */
const ON_ANDROID: readonly string[] = [
  ' [FB_IAB/FB4A;FBAV/{version};]',
  ' [FB_IAB/FB4A;FBAV/{version};IABMV/1;]',
  ' [FB_IAB/Orca-Android;FBAV/{version};]',
  ' [FBAN/EMA;FBLC/de_DE;FBAV/{version};]',
  ' MetaIAB Facebook',
  ' Instagram {version} Android (33/13; 420dpi; 1080x2208; samsung; SM-G991B; o1s; exynos2100; de_DE; 501234567)',
  ' Barcelona {version} Android (34/14; 480dpi; 1080x2340; Google/google; Pixel 8; shiba; shiba; en_US; 501234568)',
  ' XWEB/1160065 MMWEBSDK/20231202 MMWEBID/4313 MicroMessenger/{version}(0x28002E35) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64',
  ' MMWEBID/4313 MicroMessenger/{version}(0x28002E35) Process/tools WeChat/arm64 Weixin NetType/5G Language/en',
  ' MMWEBID/99 MicroMessenger/{version}(0x28002E35) Process/toolsmp WeChat/arm64 GPVersion/1 NetType/4G Language/de MiniProgramEnv/android',
  ' MMWEBID/99 MicroMessenger/{version}(0x28002E35) Process/appbrand0 WeChat/arm64 Weixin NetType/WIFI Language/zh_CN',
  ' wxwork/{version} ColorScheme/Light MicroMessenger/7.0.1 NetType/WIFI Language/zh Lang/zh',
  ' V1_AND_SQ_{version}_5192_YYB_D QQ/{version} NetType/4G WebP/0.4.1 AppId/537 Pixel/1080 StatusBarHeight/96',
  ' MQQBrowser/14.5 TBS/046291 Safari/537.36 QQ/{version}',
  ' SP-engine/2.57.0 baiduboxapp/{version} (Baidu; P1 13) NABar/1.0',
  ' baiduboxapp/042_{version}_diordna_008_084/IOMA_51_4.0.4/1494a/04FFF341C445E0FAA0EA951A022CEDAA|A1b2aea3200001a/1',
  ' baidubrowser/042_{version}_diordna_008_084/daplooC_71/7300004a/502C02A151C91D1186D6A6BDE8296EDA|419958110990268/1',
  ' lite baiduboxapp/{version} (Baidu; P1 10)',
  ' AliApp(AP/{version}) AlipayClient/{version} Language/zh-Hans useStatusBar/true isConcaveScreen/true',
  ' AlipayDefined(nt:WIFI,ws:360|640|3.0) AliApp(AP/{version}) AlipayClient/{version}',
  ' AliApp(TB/{version}) UT4Aplus/0.2.25 1080X2280 WindVane/8.5.0',
  ' AliApp(DingTalk/{version}) com.alibaba.android.rimet/14780890 Channel/700159 language/zh-CN UT4Aplus/0.2.25',
  ' Weibo (Xiaomi-M2012K11AC__weibo__{version}__android__android13)',
  ' __weibo__{version}__android__android13',
  ' AWP/2.0 SogouMSE,SogouMobileBrowser/{version}',
  ' SogouSearch Android1.0 version3.0 AppVersion/{version}',
  ' musical_ly_2023105030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/{version} ByteLocale/de-DE BytedanceWebview/d8a21c6',
  ' aweme_{version} JsSdk/1.0 NetType/WIFI Channel/xiaomi AppName/aweme BytedanceWebview/d8a21c6',
  ' NewsArticle/{version} JsSdk/2.0 NetType/wifi ttwebview/1130050017',
  ' Line/{version}/IAB',
  ' KAKAOTALK/{version} (INAPP)',
  ' NAVER(inapp; search; 1000; {version})',
  ' NAVER(inapp; blog; 100; {version})',
  ' DaumApps/{version} DaumDevice/mobile',
  ' Zalo android/{version} ZaloTheme/light ZaloLanguage/vi',
  ' Viber/{version}',
  ' TwitterAndroid',
  ' Snapchat/{version} (Pixel 7; Android 13#10161224#33; gzip)',
  'Snapchat{version} (M2006C3LG; Android 10#V12.0.17.0.QCDMIXM#29; gzip)',
  ' [Pinterest/Android]',
  ' [LinkedInApp]/{version}',
  ' LinkedInApp/{version}',
  ' Reddit/Version {version}/Build 1190430/Android 13',
  ' Telegram-Android/{version} (Google Pixel 7; Android 13; SDK 33; AVERAGE)',
  ' Discord-Android/{version}',
  ' GSA/{version}.arm64',
  ' GoogleTV/{version}',
  ' GoogleApp/{version}',
  ' BingSapphire/{version}',
  ' BingWeb/{version}',
  ' DuckDuckGo/5',
  ' HuaweiBrowser/{version} HMSCore/6.12.4.312',
  ' HiSearch/{version} HMSCore 6.12.4.312',
  ' HeyTapBrowser/{version}',
  ' VivoBrowser/{version}',
  ' XiaoMi/MiuiBrowser/{version}',
  ' UCBrowser/{version} U4/2.13.0',
  ' YaApp_Android/{version} YaSearchBrowser/{version} BroPP/1.0',
  ' MailRuSputnik/{version}',
  ' VKAndroidApp/{version}-16420 (Android 13; SDK 33; arm64-v8a; Google Pixel 7; de; 2400x1080)',
  ' OKApp/{version}',
  ' SHEIN/{version}',
  ' AmazonWebView/Amazon Shopping/{version}/Android/13',
  ' eBayAndroid/{version}',
  ' [Klarna/{version}]',
  ' PayPal/{version} (Android 13; Google Pixel 7)',
  ' Spotify/{version} Android/33 (Pixel 7)',
  ' Flipboard/{version}/4937,{version}.4937',
  ' Teams/{version}',
  ' Outlook-Android/{version}',
  ' EdgW/1.0 com.microsoft.office.outlook',
  ' [com.example.shop/{version}]',
  ' shopping-checkout-app/{version}',
  ' Trust/{version}',
  ' MetaMaskMobile/{version}',
  ' Opera News/{version}',
  ' Puffin/{version}AP',
  ' AirWatch Browser v{version}',
  ' NewsBreak/{version}',
  ' SmartNews {version} (Android 13)',
  ' Waze/{version}',
  ' Grab/{version} (Android 13; Build 123)',
  ' Gojek/{version}',
  ' ShopeeApp/{version} Android',
  ' Lazada/{version}',
  ' MercadoLibre-Android/{version}',
  ' Roblox/{version}',
];

const ON_IOS: readonly string[] = [
  ' [FBAN/FBIOS;FBAV/{version};FBBV/532456789;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.4;FBSS/3;FBID/phone;FBLC/de_DE;FBOP/5;FBRV/535871234]',
  ' [FBAN/FBIOS;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.4;FBSS/3;FBCR/;FBID/phone;FBLC/de_DE;FBOP/80]',
  ' [FBAN/MessengerForiOS;FBAV/{version};FBBV/532456789;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.4;FBSS/3;FBCR/;FBID/phone;FBLC/de_DE;FBOP/5]',
  ' Instagram {version} (iPhone14,5; iOS 17_4; de_DE; de; scale=3.00; 1170x2532; 532456789)',
  ' Barcelona {version} (iPhone14,5; iOS 17_4; de_DE; de; scale=3.00; 1170x2532; 532456789)',
  ' MicroMessenger/{version}(0x18002b2e) NetType/WIFI Language/zh_CN',
  ' MicroMessenger/{version}(0x18002b2e) NetType/4G Language/de MiniProgramEnv/ios',
  ' QQ/{version} V1_IPH_SQ_{version}_1_APP_A Pixel/1170 SimpleUISwitch/0 NetType/WIFI',
  ' SP-engine/2.57.0 main/1.0 baiduboxapp/{version} (Baidu; P2 17.4) NABar/1.0',
  ' Safari Line/{version}',
  ' KAKAOTALK {version}',
  ' NAVER(inapp; search; 1000; {version}; 14PRO)',
  ' Zalo iOS/{version} ZaloTheme/light ZaloLanguage/vi',
  ' Twitter for iPhone/{version}',
  ' musical_ly_{version} JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/de Region/DE isDarkMode/1 WKWebView/1 RevealType/Dialog BytedanceWebview/d8a21c6',
  ' Snapchat/{version} (like Safari/8616.1.27, panda)',
  ' [Pinterest/iOS]',
  ' [LinkedInApp]/{version}',
  ' Reddit/Version {version}/Build 613420/iOS Version 17.4',
  ' GSA/{version} Safari/604.1',
  ' DuckDuckGo/7 Safari/605.1.15',
  ' BingSapphire/1.0.410000000 BingWeb/{version}',
  ' AliApp(AP/{version}) AlipayClient/{version} Alipay Language/zh-Hans',
  ' Weibo (iPhone14,5__weibo__{version}__iphone__os17.4)',
  ' YaApp_iOS/{version} YaApp_iOS_Browser/{version} Safari/604.1 SA/3',
  ' Flipboard/{version}',
  ' AppleNews/{version}',
  ' News/{version}',
  ' Klarna/{version}',
  ' eBayiPhone/{version}',
  ' Amazon/{version} (iPhone; iOS 17.4; Scale/3.00)',
  ' GeminiiOS/{version}',
  ' Pinterest for iOS/{version} (iPhone14,5; 17.4)',
  ' Viber/{version}',
];

const VERSIONS = [
  '4.2.1',
  '8.0.47',
  '12.55.0.32',
  '27.1.0',
  '110.0.0.28.119',
  '406.0.0.58.159',
  '448.0.0.36.64',
  '2025.46.0',
];

/** Pages inside of apps: each form on devices of several makers. */
export const WEB_VIEWS: readonly string[] = [...onAndroid(), ...onIos()];

function onAndroid(): string[] {
  const models = someOf('mobile', 12 * ON_ANDROID.length);
  return ON_ANDROID.flatMap((suffix, form) =>
    Array.from({ length: 12 }, (_, index) => {
      const version = VERSIONS[index % VERSIONS.length] as string;
      const android = ['8.1.0', '10', '12', '14', '16'][index % 5];
      const model = models[form * 12 + index];
      const view = `Mozilla/5.0 (Linux; Android ${android}; ${model} Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${130 + index}.0.0.0 Mobile Safari/537.36`;
      return `${view}${suffix.replaceAll('{version}', version)}`;
    }),
  );
}

function onIos(): string[] {
  return ON_IOS.flatMap((suffix) =>
    VERSIONS.map((version, index) => {
      const ios = ['15_8_3', '16_7_10', '17_4', '18_7', '26_1'][index % 5];
      const device = index % 4 === 3 ? `iPad; CPU OS ${ios}` : `iPhone; CPU iPhone OS ${ios}`;
      const view = `Mozilla/5.0 (${device} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`;
      return `${view}${suffix.replaceAll('{version}', version)}`;
    }),
  );
}
