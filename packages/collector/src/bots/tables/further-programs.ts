/** Programs that the general list of patterns does not know. */
export const FURTHER_PROGRAMS =
  /\b(?:wkhtmlto(?:pdf|image)|SlimerJS|DumpRenderTree|Ruxit(?:Recorder|Synthetic)|GTmetrix|WhatWeb|Owler\/|HLB\/|Assetnote|YLT |jsdom\/|Playwright|Puppeteer|Selenium|WebDriver|CasperJS|ZombieJS|HtmlUnit|Splash|Nightmare|TestCafe|Cypress\/|Prerender|Rendertron)|^(?:WhatsApp|Viber|Signal|Telegram|Mattermost|Bun|Deno|node|undici|Ruby|Dart|Swift|reqwest|ureq|hyper|Faraday|GuzzleHttp|Symfony|WordPress|Drupal|Postman(?:Runtime)?|insomnia|k6|Locust|Gatling|vegeta|autocannon|hey|ab|siege)(?:[/ ]|$)/i;
