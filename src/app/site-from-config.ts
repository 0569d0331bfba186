import type { Config } from '../config/config.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { DeclarationError } from '../rules/content/check-declaration.ts';
import { type ContentModel, contentModel, type SourcedDeclarations } from '../rules/content/content-model.ts';
import { type BuiltInContent, laterContent, todayContent } from '../rules/content/core-content-types.ts';
import { mediaTaxonomies } from '../rules/content/media-taxonomies.ts';
import { type ContentDeclarations, readDeclarations } from '../rules/content/read-declarations.ts';
import { usableDeclarations } from '../rules/content/usable-declarations.ts';
import { type Site, siteFrom } from '../rules/site.ts';
import { identityOptionNames } from '../rules/site-options.ts';
import { readOptionTexts } from '../storage/options/site-options.ts';
import type { Store } from '../storage/store.ts';
import { readFieldPlugins } from '../transfer/field-plugins.ts';
import type { FixedContent } from '../wp/content-model/fixed-content.ts';
import { readStoredModel, type StoredModel } from '../wp/content-model/stored-model.ts';
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

/** Told of each declaration that is left out. */
export type SkippedDeclaration = (why: string) => void;

/**
 * What is built in and declared outside of the admin page: in the configuration, by extensions, and by plugins of another
 * system in the database, if the site reads that.
 */
export async function fixedContent(
  { config, store, skipped }: { readonly config: Config; readonly store: Store; readonly skipped: SkippedDeclaration },
  extensions: readonly ContentDeclarations[] = extensionsOf(config.variant),
): Promise<FixedContent> {
  const declared = declaredBy(config, extensions);
  if (!config.readFieldPlugins) return { declared, builtIn: builtIn(config) };
  const stored = await readFieldPlugins({ store, acfJson: config.acfJson, skipped }, declared, builtIn(config));
  return { declared: [...declared, { ...stored, source: 'database' }], builtIn: builtIn(config) };
}

/** The content of a site with what its administrators declared. What does not fit any more is left out. */
export function storedContent(
  fixed: FixedContent,
  { declarations, fault }: StoredModel,
  skipped: SkippedDeclaration,
): ContentModel {
  if (fault !== null) skipped(fault);
  const withThem = (own: ContentDeclarations) =>
    contentModel([...fixed.declared, { ...readDeclarations({ ...own }), source: 'site' }], fixed.builtIn);
  try {
    return withThem(declarations);
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error;
    return withThem(usableDeclarations(declarations, { ...fixed, skipped }));
  }
}

/** The content of a site as its servers have it, for commands. */
export async function currentContent(config: Config, store: Store): Promise<ContentModel> {
  const skipped = (): void => {};
  const fixed = await fixedContent({ config, store, skipped });
  return storedContent(fixed, await readStoredModel(store), skipped);
}

const declaredBy = (
  { content }: Config,
  extensions: readonly ContentDeclarations[],
): readonly SourcedDeclarations[] => [
  { ...content, source: 'configuration' },
  ...extensions.map((extension) => ({ ...extension, source: 'extension' as const })),
];

function builtIn({ interface: added, variant, tablePrefix, mediaFoldersApi }: Config): BuiltInContent {
  const isToday = variants[variant].content.builtIn === 'today';
  const more: BuiltInContent = isToday ? todayContent(tablePrefix) : added === 'extended' ? laterContent : {};
  const sorting = mediaTaxonomies({ isShown: mediaFoldersApi });
  return { ...more, taxonomies: [...(more.taxonomies ?? []), ...sorting] };
}
