import { defineExtension, type Extension, type ExtensionHost } from '../../extension.ts';
import { embedPages } from './embed-pages.ts';
import type { ForeignEmbeds } from './foreign/foreign-embeds.ts';
import { keptEmbedTable } from './foreign/stored-embed-table.ts';
import type { createKeptEmbeds } from './foreign/stored-embeds.ts';
import { embedRoute, proxyRoute } from './oembed-routes.ts';
import { createOwnEmbeds } from './own-embeds.ts';
import { resolveAddress, resolveLooseAddress } from './resolve-address.ts';

/** Where the variants differ. */
export interface OembedFacts {
  /** Whether editors can look up embeds of other sites' URLs. */
  readonly proxy: boolean;
  /** Whether an item is also found by URLs that are not exactly its own. */
  readonly looseAddresses: boolean;
  /** Whether a frame and the page around it share a secret, by which they know each other's messages. */
  readonly talkingFrames: boolean;
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
      const embeds = createOwnEmbeds(host, facts.looseAddresses ? resolveLooseAddress : resolveAddress, facts);
      const routes = [embedRoute(embeds), ...(facts.proxy ? [proxyRoute(embeds, lazyForeignEmbeds(host))] : [])];
      const { embed } = lazyKeptEmbeds(host);
      return { namespace: { name: 'oembed/1.0', routes }, page: embedPages(host), embed };
    },
  });

/** Loads the parser of foreign pages on first use. */
export function lazyForeignEmbeds({ fetch, clock }: Pick<ExtensionHost, 'fetch' | 'clock'>): ForeignEmbeds {
  let opened: Promise<ForeignEmbeds> | null = null;
  return async (question) => {
    opened ??= import('./foreign/foreign-embeds.ts').then(({ createForeignEmbeds }) =>
      createForeignEmbeds(fetch, clock),
    );
    return (await opened)(question);
  };
}

type KeptEmbeds = ReturnType<typeof createKeptEmbeds>;

/** The embeds of other sites in texts, with the same parser. */
export function lazyKeptEmbeds({
  fetch,
  clock,
  store,
  log,
}: Pick<ExtensionHost, 'fetch' | 'clock' | 'store' | 'log'>): KeptEmbeds {
  let opened: Promise<KeptEmbeds> | null = null;
  const open = () => {
    opened ??= Promise.all([import('./foreign/foreign-embeds.ts'), import('./foreign/stored-embeds.ts')]).then(
      ([{ askOutside }, { createKeptEmbeds: create }]) =>
        create({ store, clock, log, ask: (question) => askOutside(fetch, question) }),
    );
    return opened;
  };
  return {
    embed: async (...given) => (await open()).embed(...given),
    renew: async (signal) => (await open()).renew(signal),
  };
}
