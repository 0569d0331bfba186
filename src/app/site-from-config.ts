import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { type ContentModel, contentModel, type SourcedDeclarations } from '../rules/content/content-model.ts';
import { type BuiltInContent, laterContent, todayContent } from '../rules/content/core-content-types.ts';
import type { ContentDeclarations } from '../rules/content/read-declarations.ts';
import { type Site, siteFrom } from '../rules/site.ts';
import { identityOptionNames } from '../rules/site-options.ts';
import { readOptionTexts } from '../storage/options/site-options.ts';
import type { Store } from '../storage/store.ts';
import { readFieldPlugins } from '../transfer/field-plugins.ts';
import { extensionsOf, variants } from './variants.ts';

type SiteConfig = Pick<Config, 'siteUrl' | 'homeUrl' | 'permalinks' | 'host' | 'port'>;

/** Special values of the `permalinks` option: empty uses the stored structure, `plain` uses no structure. */
const structures: ReadonlyMap<string, string | null> = new Map([
  ['', null],
  ['plain', ''],
]);

/**
 * Reads the site's settings, overridden by the configuration, for servers and commands. `listening` returns the URL the
 * server actually listens on; links use it if neither the configuration nor the site sets one.
 */
export function siteFromConfig(
  config: SiteConfig,
  clock: () => number,
  listening: () => string = () => '',
): (store: Store) => MaybePromise<Site> {
  const { siteUrl, homeUrl, permalinks, host, port } = config;
  const structure = structures.get(permalinks);
  return createSiteSource({
    url: siteUrl,
    homeUrl,
    get fallbackUrl() {
      return listening() || `http://${host}:${port}`;
    },
    permalinks: structure === undefined ? permalinks : structure,
    now: clock,
  });
}

/** Reads the site's settings; returns the cached value until one of its options changes. */
export function createSiteSource(facts: Parameters<typeof siteFrom>[1]): (store: Store) => MaybePromise<Site> {
  let known: { state: number; fallbackUrl: string; site: Site } | null = null;
  return (store) =>
    andThen(store.options.state(), (state) => {
      // The URL that the server listens on is known only once it does.
      const { fallbackUrl } = facts;
      if (known && known.state === state && known.fallbackUrl === fallbackUrl) return known.site;
      return andThen(readOptionTexts(store, identityOptionNames), (stored) => {
        const site = siteFrom(stored, facts);
        if (state !== null) known = { state, fallbackUrl, site };
        return site;
      });
    });
}

/** The content of a site: what is built in, what its owner declares and what its extensions declare. */
export function siteContent(
  config: Config,
  extensions: readonly ContentDeclarations[] = extensionsOf(config.variant),
): ContentModel {
  return contentModel(declaredBy(config, extensions), builtIn(config));
}

/** The content of a site, with what plugins of another system stored in its database, if the site reads that. */
export async function storedContent(
  { config, store, log }: { readonly config: Config; readonly store: Store; readonly log: Logger },
  extensions: readonly ContentDeclarations[] = extensionsOf(config.variant),
): Promise<ContentModel> {
  if (!config.readFieldPlugins) return siteContent(config, extensions);
  const declared = declaredBy(config, extensions);
  const skipped = (why: string) => log.warn({ why }, 'a stored declaration is left out');
  const stored = await readFieldPlugins({ store, acfJson: config.acfJson, skipped }, declared);
  return contentModel([...declared, { ...stored, source: 'database' }], builtIn(config));
}

const declaredBy = (
  { content }: Config,
  extensions: readonly ContentDeclarations[],
): readonly SourcedDeclarations[] => [
  { ...content, source: 'configuration' },
  ...extensions.map((extension) => ({ ...extension, source: 'extension' as const })),
];

const builtIn = ({ interface: added, variant, tablePrefix }: Config): BuiltInContent =>
  variants[variant].content.builtIn === 'today' ? todayContent(tablePrefix) : added === 'extended' ? laterContent : {};
