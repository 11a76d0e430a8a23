/** Programs that the general list of patterns does not know: first their words anywhere, then names that begin. */
export const FURTHER_PROGRAMS = new RegExp(
  [
    // Browsers without a face, and what drives them.
    /\b(?:wkhtmlto(?:pdf|image)|SlimerJS|DumpRenderTree|jsdom\/|Playwright|Puppeteer|Selenium|WebDriver|CasperJS)/,
    /\b(?:Zombie\.?JS|HtmlUnit|Splash|Nightmare|TestCafe|Cypress\/|Prerender|Rendertron|SnapSearch)/,
    // Those who watch, and those who take pictures.
    /\b(?:Ruxit(?:Recorder|Synthetic)|GTmetrix|\w*Uptime\b|SiteGuardian|Internet Monitoring|Observatory\/|Nodemeter)/,
    /\b(?:Web-?Thumb\w*|WebSnapr|web-?screenie|\w*Screenshot-?(?:Service|Generator|Machine)|Miniature\.io|imgsizer)/,
    // Those who search for something.
    /\b(?:WhatWeb|Owler\/|HLB\/|Assetnote|YLT |KimonoLabs|SEOlizer|ips-agent|evc-batch|grub-client|htdig|Heimdall)/,
    /\b(?:Email Extractor|content retrieval|link-?(?:resolver|examiner|checker)|unshorten\w*|Hatena::|dot crwlr|Criteo)/,
    /\b(?:Homepage Preload|yunjiankong|Siege\/|Fetch API Request|\w+\/[\d.x]+ Fetch$)/,
    /^(?:WhatsApp|Viber|Signal|Telegram|Mattermost|Bun|Deno|node|undici|Ruby|Dart|Swift|reqwest|ureq|hyper)(?:[/ ]|$)/,
    /^(?:Faraday|GuzzleHttp|Symfony|WordPress|Drupal|Postman(?:Runtime)?|insomnia|ReactorNetty|Gradle|twine)(?:[/ ]|$)/,
    // Programs that send a template, or the source of one.
    /<\?(?:php|=)|&quot;|^\{?\w+=\[|\bvert\.x\/|\bgo-network\b|^(?:IPinfoClient|kiwi-tcms)\/|\bNutch\b/,
    /^(?:k6|Locust|Gatling|vegeta|autocannon|hey|ab|siege|docker|kubectl|GitLab|MemGator|containerd|helm)(?:[/: ]|$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
