// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { collector, soon } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

async function showPage(html: string, options: object = {}, whenOpen = () => {}) {
  const sdk = await openPage();
  whenOpen();
  document.body.innerHTML = html;
  sdk.init({
    apiKey: 'proj_test',
    endpoint: 'https://collector.test',
    autoTrack: false,
    features: [sdk.shadowRoots, sdk.declarative, sdk.linkClicks],
    ...options,
  });
  return sdk;
}

const fire = (target: Element | null | undefined, type: string, init: object = {}) =>
  target?.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, cancelable: true, ...init }));
const find = (selector: string) => document.querySelector(selector);
const names = () => collector.events().map((event) => event.event_type);

describe('an element with data-service-event', () => {
  it('sends its name, a number as value, the currency and its own properties', async () => {
    await showPage(`<button data-service-event="click" data-service-event-name="add_to_cart" data-service-value="19.90"
      data-service-currency="EUR" data-service-button-id="b1" data-service-item-2="x" data-service-note=""><b>Add</b></button>`);
    fire(find('b'), 'click');
    await soon();
    expect(collector.events()).toMatchObject([
      {
        event_type: 'add_to_cart',
        properties: { value: 19.9, currency: 'EUR', button_id: 'b1', item_2: 'x' },
      },
    ]);
    expect(collector.events()[0]?.properties).not.toHaveProperty('note');
    expect(collector.events()[0]?.properties).not.toHaveProperty('event');
  });

  it('has the name of its event where it gives none, and the value as it was written where that is no number', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await showPage('<p data-service-event="click" data-service-value="free">x</p>');
    fire(find('p'), 'click');
    await soon();
    expect(collector.events()).toMatchObject([{ event_type: 'click', properties: { value: 'free' } }]);
    expect(warned.mock.calls[0]?.[0]).toBe('[cvq] not-a-number value');
  });

  it('sends one event when such elements are nested: that of the innermost', async () => {
    await showPage(`<div data-service-event="click" data-service-event-name="outer"><div data-service-event="focus">
      <i data-service-event="click" data-service-event-name="inner">x</i></div></div>`);
    fire(find('i'), 'click');
    fire(find('div div'), 'click');
    await soon();
    expect(names()).toEqual(['inner', 'outer']);
  });

  it('is heard although the page stops the event', async () => {
    await showPage('<p data-service-event="click" data-service-event-name="heard"><b>x</b></p>');
    find('b')?.addEventListener('click', (event) => event.stopImmediatePropagation());
    fire(find('b'), 'click');
    await soon();
    expect(names()).toEqual(['heard']);
  });

  it('may ask for events that do not bubble of what is in its open shadow root, and not of what is only in it', async () => {
    await showPage(`<div id="outer" data-service-event="focus" data-service-event-name="outer"><input id="slotted"></div>
      <div id="plain" data-service-event="focus" data-service-event-name="plain"></div>`);
    const rootOf = (host: Element | null) => host?.attachShadow({ mode: 'open' }) as ShadowRoot;
    const outer = rootOf(find('#outer'));
    outer.innerHTML = `<slot></slot><input><p data-service-event="focus" data-service-event-name="inner"></p>`;
    const inner = rootOf(outer.querySelector('p'));
    inner.innerHTML = '<input>';
    const plain = rootOf(find('#plain'));
    plain.innerHTML = '<p><input></p>';
    await soon();
    const inputs = [find('#slotted'), ...[outer, inner, plain].map((root) => root.querySelector('input'))];
    for (const input of inputs) fire(input, 'focus', { bubbles: false });
    await soon();
    expect(names()).toEqual(['outer', 'inner', 'plain']);
  });

  it('may ask for events that do not bubble, which are its own alone', async () => {
    await showPage(`<div data-service-event="focus" data-service-event-name="box"><input></div>
      <input id="i" data-service-event="focus" data-service-event-name="field">
      <details data-service-event="toggle" data-service-event-name="opened"></details>`);
    for (const selector of ['div input', '#i'])
      find(selector)?.dispatchEvent(new FocusEvent('focus', { composed: true }));
    find('details')?.dispatchEvent(new Event('toggle'));
    await soon();
    expect(names()).toEqual(['field', 'opened']);
  });

  it('may be added, or get its attribute, later', async () => {
    await showPage('<p>x</p>');
    document.body.insertAdjacentHTML(
      'beforeend',
      '<section><b data-service-event="copy" data-service-event-name="late"></b></section>',
    );
    find('p')?.setAttribute('data-service-event', 'paste');
    await soon();
    for (const [selector, type] of [
      ['b', 'copy'],
      ['p', 'paste'],
    ] as const)
      fire(find(selector), type);
    await soon();
    expect(names()).toEqual(['late', 'paste']);
  });

  it('may be one of many that come at once', async () => {
    await showPage('<main></main>');
    for (let i = 0; i < 200; i++) find('main')?.append(document.createElement('p'));
    for (const place of document.querySelectorAll('p'))
      place.innerHTML = '<b data-service-event="click">x</b>';
    await soon();
    fire(find('p:last-child b'), 'click');
    await soon();
    expect(names()).toEqual(['click']);
  });

  it('costs no listener for events that no element asks for', async () => {
    const types: unknown[] = [];
    await showPage('<p data-service-event="dblclick"></p><p data-service-event="dblclick"></p>', {}, () => {
      const add = document.addEventListener;
      document.addEventListener = (...args: [string, EventListenerOrEventListenerObject, unknown?]) => {
        types.push(args[0]);
        add.apply(document, args as Parameters<typeof add>);
      };
    });
    expect(new Set(types)).toEqual(new Set(['visibilitychange', 'dblclick']));
    fire(find('p'), 'dblclick');
    await soon();
    expect(names()).toEqual(['dblclick']);
  });

  it('counts a link that is opened in another tab with the middle button', async () => {
    await showPage('<a href="/x" data-service-event="click" data-service-event-name="opened">x</a>');
    fire(find('a'), 'auxclick', { button: 1 });
    fire(find('a'), 'auxclick', { button: 2 });
    await soon();
    expect(names()).toEqual(['opened']);
  });

  it('is found in open shadow roots, also where the event does not leave them', async () => {
    await showPage('<x-box></x-box><div id="host"></div>');
    const inner = find('#host')?.attachShadow({ mode: 'open' });
    if (inner)
      inner.innerHTML =
        '<form data-service-event="submit" data-service-event-name="sent"></form><b data-service-event="click" data-service-event-name="pressed">x</b>';
    document.body.append(find('#host') as Element);
    customElements.define(
      'x-box',
      class extends HTMLElement {
        connectedCallback() {
          this.attachShadow({ mode: 'open' }).innerHTML =
            '<i data-service-event="click" data-service-event-name="custom">x</i>';
        }
      },
    );
    await soon();
    inner
      ?.querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, composed: false }));
    fire(inner?.querySelector('b'), 'click');
    fire(find('x-box')?.shadowRoot?.querySelector('i'), 'click');
    await soon();
    expect(names()).toEqual(['sent', 'pressed', 'custom']);
  });
});

describe('link clicks', () => {
  const page = `<a id="file" href="/files/guide.pdf?x=1">f</a><a id="named" download href="/x">d</a>
    <a id="out" href="https://other.test/a"><b>o</b></a><a id="own" href="/a">i</a><a id="mail" href="mailto:a@b.test">m</a>
    <a id="tagged" href="https://other.test/" data-service-event="click" data-service-event-name="tagged">t</a>
    <a id="partner" href="https://a.partner.test/">p</a>`;
  const clickAll = () => {
    for (const id of ['file', 'named', 'out', 'own', 'mail', 'tagged', 'partner'])
      fire(find(`#${id} b`) ?? find(`#${id}`), 'click');
  };

  it('are tracked where the page asks for them, once each', async () => {
    await showPage(page, { outboundLinks: true, fileDownloads: true, crossDomainDomains: 'partner.test' });
    document.body.addEventListener('click', (event) => event.preventDefault());
    clickAll();
    await soon();
    expect(collector.events()).toMatchObject([
      {
        event_type: 'file_download',
        properties: { url: 'http://localhost:3000/files/guide.pdf?x=1', file_name: 'guide.pdf' },
      },
      { event_type: 'file_download', properties: { url: 'http://localhost:3000/x' } },
      { event_type: 'outbound_click', properties: { url: 'https://other.test/a' } },
      { event_type: 'tagged' },
    ]);
  });

  it('tell the address of a file of a partner, and nothing of the visitor whom the link carries there', async () => {
    const sdk = await showPage(
      '<a href="https://a.partner.test/list.pdf?page=2#top">p</a><a href="https://a.partner.test/list.pdf">p</a>',
      { fileDownloads: true, crossDomainDomains: 'partner.test' },
    );
    sdk.init({
      apiKey: 'proj_2',
      endpoint: 'https://collector.test',
      autoTrack: false,
      features: [sdk.crossDomain],
    });
    for (const link of document.querySelectorAll('a')) {
      fire(link, 'mousedown');
      fire(link, 'click');
      expect(link.href).toContain('_cvl=');
    }
    await soon();
    const told = collector.events().map(({ properties }) => properties?.url);
    expect(new Set(told)).toEqual(
      new Set(['https://a.partner.test/list.pdf?page=2#top', 'https://a.partner.test/list.pdf']),
    );
  });

  it('are tracked in a drawing as well', async () => {
    // jsdom has no links of SVG: by this a browser tells their address.
    const baseVal = 'https://other.test/map?street=1';
    await showPage('<svg><a><text>o</text></a></svg>', { outboundLinks: true });
    Object.assign(find('svg a') as Element, { href: { baseVal } });
    fire(find('text'), 'click');
    await soon();
    expect(collector.events()).toMatchObject([
      { event_type: 'outbound_click', properties: { url: 'https://other.test/map?street=1' } },
    ]);
  });

  it('tell nothing of what is in a file that the page has made, but its name', async () => {
    await showPage(
      `<a download="wages.csv" href="data:text/csv,name,wage%0AAda/Byron,5000">a</a><a href="data:,Ada.pdf">b</a>
        <a download="wages.csv" href="blob:http://localhost:3000/5c6f">c</a><a download href="blob:http://localhost:3000/5c6f">d</a>`,
      { fileDownloads: true },
    );
    document.body.addEventListener('click', (event) => event.preventDefault());
    for (const link of document.querySelectorAll('a')) fire(link, 'click');
    await soon();
    expect(collector.events().map(({ properties }) => properties)).toEqual([
      { url: 'data:', file_name: 'wages.csv' },
      { url: 'data:', file_name: '' },
      { url: 'blob:', file_name: 'wages.csv' },
      { url: 'blob:', file_name: '' },
    ]);
  });

  it('are not tracked otherwise', async () => {
    await showPage(page);
    clickAll();
    await soon();
    expect(names()).toEqual(['tagged']);
  });
});

describe('a label around what it labels', () => {
  const switchIn = (html: string) =>
    `<div><label data-service-event="click" data-service-event-name="switched">${html}</label></div>`;

  it('is one click of a person, and so one event', async () => {
    await showPage(switchIn('<input type="checkbox"> <b>Newsletter</b>'));
    for (const selector of ['b', 'input', 'label', 'b', 'b']) {
      (find(selector) as HTMLElement).click();
      await soon();
    }
    expect(names()).toEqual(Array(5).fill('switched'));
  });

  it('counts a click on the control itself right after one that the page stopped', async () => {
    await showPage(switchIn('<input type="checkbox"> <b>Newsletter</b>'));
    find('b')?.addEventListener('click', (event) => event.preventDefault());
    (find('b') as HTMLElement).click();
    await vi.advanceTimersByTimeAsync(1);
    (find('input') as HTMLElement).click();
    await soon();
    expect(names()).toEqual(['switched', 'switched']);
  });
});

/** jsdom has no layout: what is hidden takes no place, nor does what is in it. */
function render(): void {
  const isShown = (element: Element): boolean =>
    getComputedStyle(element).display !== 'none' &&
    (!element.parentElement || isShown(element.parentElement));
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return (isShown(this) ? [{}] : []) as unknown as DOMRectList;
  });
}

const showLast = () => document.querySelector('.done:last-of-type')?.removeAttribute('hidden');

describe('a form with data-service-success', () => {
  const FORM = `<form data-service-event="submit" data-service-event-name="lead" data-service-success=".done"
    data-service-form="contact"><input></form><p></p>`;
  const submit = () => fire(find('form'), 'submit');
  const byScript = () => find('form')?.addEventListener('submit', (event) => event.preventDefault());
  const say = async (html: string) => {
    (find('p') as Element).innerHTML = html;
    await soon();
  };

  it('counts nothing while the page rejects it, and once when the page says that it went well', async () => {
    await showPage(FORM);
    byScript();
    for (let attempt = 0; attempt < 3; attempt++) {
      submit();
      await say('<i class="error">No</i>');
    }
    expect(names()).toEqual([]);
    submit();
    await say('<i class="done">Thanks</i>');
    await say('<i class="done">Thanks again</i>');
    expect(names()).toEqual(['lead']);
    expect(collector.events()[0]?.properties).toEqual({ form: 'contact' });
  });

  it('is not misled by an earlier success, and counts the next one', async () => {
    await showPage(FORM);
    byScript();
    submit();
    await say('<i class="done">Thanks</i>');
    submit();
    await say('<i class="done">Thanks</i><i class="error">No</i>');
    expect(names()).toEqual(['lead']);
    await say('');
    await say('<i class="done">Thanks</i>');
    expect(names()).toEqual(['lead', 'lead']);
  });

  it('counts nothing that was rejected when another form goes well that waits for the same', async () => {
    await showPage(`${FORM.replace('<p></p>', '')}${FORM.replace('contact', 'order')}`);
    const forms = [...document.querySelectorAll('form')];
    for (const form of forms) form.addEventListener('submit', (event) => event.preventDefault());
    fire(forms[0], 'submit');
    await say('<i class="error">No</i>');
    fire(forms[1], 'submit');
    await say('<i class="done">Thanks</i>');
    expect(collector.events().map(({ properties }) => properties)).toEqual([{ form: 'order' }]);
  });

  it('counts two forms that go well one after the other, whichever is told first', async () => {
    await showPage(`${FORM.replace('<p></p>', '')}${FORM.replace('contact', 'order')}`);
    const forms = [...document.querySelectorAll('form')];
    for (const form of forms) form.addEventListener('submit', (event) => event.preventDefault());
    for (const form of forms) fire(form, 'submit');
    await say('<i class="done">Thanks</i>');
    await say('<i class="done">Thanks</i><i class="done">Thanks</i>');
    expect(names()).toEqual(['lead', 'lead']);
  });

  it.each<[string, string, (shown: Element) => void]>([
    ['by its style', '<p class="done" style="display: none">', (shown) => shown.removeAttribute('style')],
    ['by its attribute', '<p class="done" hidden>', (shown) => shown.removeAttribute('hidden')],
    [
      'by a class of what it is in',
      '<style>.done { display: none } .sent .done { display: block }</style><p class="done">',
      () => document.body.classList.add('sent'),
    ],
    ['beside one that stays hidden', '<p class="done" hidden></p><p class="done" hidden>', showLast],
  ])('counts once when the page shows what was there and hidden, %s', async (_how, html, show) => {
    render();
    await showPage(FORM + html);
    byScript();
    submit();
    await say('<i class="error">No</i>');
    expect(names()).toEqual([]);
    submit();
    show(document.querySelector('.done') as Element);
    await soon();
    await say('<i>Thanks again</i>');
    document.body.className = '';
    expect(names()).toEqual(['lead']);
  });

  it('counts as without a success whose selector is none, and names the selector', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await showPage(FORM.replace('.done', '.done:'));
    byScript();
    submit();
    await soon();
    expect(names()).toEqual(['lead']);
    expect(warned.mock.calls.map(([text]) => text)).toEqual(['[cvq] bad-selector .done:']);
  });

  it('hears a success that the form itself shows, by a class', async () => {
    await showPage(FORM.replace('".done"', '"form.sent"'));
    byScript();
    submit();
    await soon();
    find('form')?.classList.add('sent');
    await soon();
    expect(names()).toEqual(['lead']);
  });

  it('counts once where the browser sends it, since the page is left', async () => {
    await showPage(FORM);
    submit();
    await soon();
    expect(names()).toEqual(['lead']);
  });
});
