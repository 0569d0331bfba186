import { authorLink, type Call, type ExtensionHost } from '../../extension.ts';
import type { EmbedSize } from './embed-size.ts';
import { type OembedData, oembedData, thumbnailSize } from './oembed-data.ts';
import type { AddressBook, Resolved } from './resolve-address.ts';
import { visitorView } from './visitor-view.ts';

/** Describes the item at a URL of this site; null when there is none that every visitor may see. */
export type OwnEmbeds = (
  url: string,
  size: EmbedSize,
  call: Pick<Call, 'store' | 'site' | 'ask'>,
) => Promise<OembedData | null>;

/** Serves the site's own items, found by URL through `resolve`. */
export function createOwnEmbeds(
  host: Pick<ExtensionHost, 'types'>,
  resolve: (book: AddressBook, url: string) => Promise<Resolved | null>,
): OwnEmbeds {
  return async (url, size, call) => {
    const { store, site } = call;
    const found = await resolve({ store, site, types: host.types }, url);
    const view = found && (await visitorView({ ask: call.ask, types: host.types }, found.post));
    if (!view) return null;
    const author = await store.users.byId(found.post.authorId);
    return oembedData(
      {
        link: view.link,
        title: found.post.title,
        shownTitle: view.title,
        authorName: author?.displayName ?? site.title,
        authorUrl: author ? authorLink(site, author) : site.url,
        siteName: site.title,
        siteUrl: site.url,
        thumbnail: view.image ? { url: view.image.url, ...thumbnailSize(view.image, size.width) } : null,
      },
      size,
    );
  };
}
