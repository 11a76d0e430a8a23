import { site } from './cookies.ts';
import { capture } from './core/capture.ts';
import type { Feature } from './core/feature.ts';
import { isFirst } from './core/is-first.ts';
import { listen } from './core/listen.ts';
import { settings, use } from './core/settings.ts';
import { isOwn } from './is-own.ts';
import { linkIn } from './link-in.ts';
import { partsOf } from './parts-of.ts';
import { withoutLink } from './without-link.ts';

const FILE = /\.(pdf|docx?|xlsx?|pptx?|csv|zip|rar|7z|gz|dmg|exe|msi|apk|iso|mp[34]|epub)$/i;

function follow(event: Event): void {
  const link = linkIn(event);
  if (!link || (event as MouseEvent).button > 1) return;
  // A link in a drawing (SVG) has its address in an object, and not its parts.
  const address = Object(link.href).baseVal ?? link.href;
  const { href, hostname, origin, pathname, protocol } = partsOf(address);
  const { file_downloads: fileDownloads, outbound_links: outboundLinks } = settings;
  const isFile = fileDownloads && (FILE.test(pathname) || link.hasAttribute('download'));
  // A host beside this one, such as that of the shop of a site, has the same visitor by the same cookie.
  const isOfSite = isOwn(origin) || (site && `.${hostname}`.endsWith(`.${site}`));
  const isOutbound = outboundLinks && /^http/.test(protocol) && !isOfSite;
  // A click that an element has a name for was counted before.
  if ((isFile || isOutbound) && isFirst(event)) {
    // A page makes such a file itself. Its address is what is in it, or a number, and no place.
    const isMade = /^(data|blob):/.test(protocol);
    const name = isMade ? link.download : pathname.split('/').pop();
    capture(isFile ? 'file_download' : 'outbound_click', {
      // By now it may carry the visitor, as what leads to a partner does: that is no part of what was clicked.
      url: isMade ? protocol : withoutLink(href),
      file_name: isFile ? name : undefined,
    });
  }
}

/** Tracks clicks on links to files and to other sites, as far as the configuration asks for it. */
export const linkClicks: Feature = () => {
  use('outbound_links', 'file_downloads', 'cross_domain_domains');
  if (!settings.file_downloads && !settings.outbound_links) return;
  // Late, so that elements that name their click come first; a page that stops the event hides it from this.
  listen(window, 'click', follow, true);
  listen(window, 'auxclick', follow, true);
};
