import { defineExtension, type Extension } from '../../extension.ts';
import { embedPages } from './embed-pages.ts';
import { embedRoute } from './embed-route.ts';
import { keptEmbedTable } from './foreign/kept-embed-table.ts';
import { lazyForeignEmbeds, lazyKeptEmbeds } from './foreign/lazy-embeds.ts';
import { resolveLooseAddress } from './loose-address.ts';
import { createOwnEmbeds } from './own-embeds.ts';
import { proxyRoute } from './proxy-route.ts';
import { resolveAddress } from './resolve-address.ts';

/** Where the variants differ. */
export interface OembedFacts {
  /** Whether editors can look up embeds of other sites' URLs. */
  readonly proxy: boolean;
  /** Whether an item is also found by URLs that are not exactly its own. */
  readonly looseAddresses: boolean;
}

/**
 * Embeds: the provider of the site's posts, the cards in their frames and, in variants that have it, the proxy for editors.
 */
export const oembed = (facts: OembedFacts): Extension =>
  defineExtension({
    name: 'oembed',
    description: 'Embeds of the site, and of other sites for editors.',
    capabilities: { fetch: ['*'], store: true },
    tables: [keptEmbedTable],
    jobs: [{ name: 'embeds', everyMs: 600_000, run: (host, signal) => lazyKeptEmbeds(host).renew(signal) }],
    setUp: (host) => {
      const embeds = createOwnEmbeds(host, facts.looseAddresses ? resolveLooseAddress : resolveAddress);
      const routes = [embedRoute(embeds), ...(facts.proxy ? [proxyRoute(embeds, lazyForeignEmbeds(host))] : [])];
      const { embed } = lazyKeptEmbeds(host);
      return { namespace: { name: 'oembed/1.0', routes }, page: embedPages(host), embed };
    },
  });
