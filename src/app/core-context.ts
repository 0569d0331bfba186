import { basename } from 'node:path';
import { isReadMethod } from '../api/request.ts';
import type { ExtraField, ExtraFields } from '../api/resource/extra-fields.ts';
import { createTextWork } from '../background/text-work.ts';
import type { GuardedExtension } from '../extension/activate.ts';
import type { Guarding } from '../extension/call-extension.ts';
import { ExtensionError, type FieldOwner } from '../extension/definition.ts';
import { guardBlocks, guardField, guardShortcodes } from '../extension/guard-content.ts';
import { firstUseWindow } from '../limits/limit-rules.ts';
import { unlimited } from '../limits/limiter.ts';
import { readStoredValue, writeStoredValue } from '../media/attachment-metadata.ts';
import { createDownloadLimiter } from '../media/downloads.ts';
import { uploadsUrl } from '../media/files/media-path.ts';
import { type ItemField, isItemField } from '../rules/item-fields.ts';
import { createMetaRegistry } from '../rules/meta-registry.ts';
import type { PostType } from '../rules/post-types.ts';
import type { TaxonomyType } from '../rules/taxonomies.ts';
import { headFields } from '../site/head/head-fields.ts';
import { createRenderedTexts, type RenderedTexts } from '../site/render-cache.ts';
import { rendererVersion } from '../site/render-cache-table.ts';
import { coreBlocks } from '../text/blocks/core-blocks.ts';
import type { TextSyntax } from '../text/render/render-context.ts';
import { createTextCache } from '../text/render/text-cache.ts';
import { createAcfFormat } from '../wp/acf/format-acf.ts';
import type { CoreContext } from '../wp/context/core-context.ts';
import type { Core } from '../wp/core.ts';
import type { EditorServices, ThemeIdentity } from '../wp/editor/editor-context.ts';
import type { Services } from './open-services.ts';
import { extensionsOf, shortcodesOf, variants } from './variants.ts';

const textCacheBytes = 16 * 1024 * 1024;

/** The fields that the site adds to its items; an adopted site that used Yoast SEO has its fields unless it says otherwise. */
export async function wantedFields({ config, store }: Services): Promise<readonly ItemField[]> {
  if (config.itemFields.length > 0 || !store.dialect.sharedWithOthers) return config.itemFields.filter(isItemField);
  const plugins = readStoredValue(await store.options.get('active_plugins'));
  const usedYoast = Array.isArray(plugins) && plugins.some((file) => String(file).startsWith('wordpress-seo'));
  return usedYoast ? ['yoast'] : [];
}

/** What the first extension that knows an address makes of it. */
export async function embedsOf(
  extensions: readonly GuardedExtension[],
  addresses: readonly string[],
  { store, request }: Parameters<CoreContext['embeds']>[1],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const isRead = isReadMethod(request.method);
  for (const { embed } of extensions) {
    const left = addresses.filter((address) => !found.has(address));
    if (!embed || left.length === 0) continue;
    for (const [address, html] of await embed(left, { store, isRead })) found.set(address, html);
  }
  return found;
}

/** What a text may hold, and the name that tells it from that of another configuration. */
interface NamedSyntax extends TextSyntax {
  readonly name: string;
}

export function textSyntax({ config }: Services, guardings: readonly Guarding[]): NamedSyntax {
  const own = added(config, guardings).map(guardShortcodes);
  return {
    shortcodes: own.reduce((known, more) => known.with(more), shortcodesOf(config.variant)),
    blocks: coreBlocks.with(guardings.flatMap(guardBlocks)),
    rules: variants[config.variant].text,
    name: [config.variant, ...own.flatMap(Object.keys).sort()].join(' '),
  };
}

/** The extensions that are not part of the variant. */
function added({ variant }: Services['config'], guardings: readonly Guarding[]): readonly Guarding[] {
  const builtIn = extensionsOf(variant);
  return guardings.filter(({ extension }) => !builtIn.includes(extension));
}

/** What a text with a shortcode or a block of the extension contains. */
function syntaxMarks({ extension: { shortcodes = {}, blocks = [] } }: Guarding): readonly string[] {
  return [...Object.keys(shortcodes).map((name) => `[${name}`), ...blocks.map(({ name }) => `wp:${name}`)];
}

export function renderedTexts({ store, jobs }: Services, { name, ...syntax }: NamedSyntax): RenderedTexts {
  return createRenderedTexts({
    store,
    syntax,
    syntaxName: name,
    version: rendererVersion,
    job: jobs.of('rendered texts'),
  });
}

/** What the core is made of besides the content model. */
export type LastingContext = Pick<
  CoreContext & EditorServices,
  keyof TextSyntax | 'keptTexts' | 'embeds' | 'itemFields' | 'textCache' | 'downloads' | 'outsideReads'
>;

/** Caches and limits, which go on when the content model changes. */
export function lastingContext(services: Services): Pick<LastingContext, 'textCache' | 'downloads' | 'outsideReads'> {
  const { config, limiters } = services;
  return {
    textCache: createTextCache(textCacheBytes),
    downloads: downloadsOf(services),
    outsideReads: createDownloadLimiter({
      limiter: config.throttle ? limiters('outside reads', outsideReadsRule) : unlimited,
    }),
  };
}

export function coreContext(
  services: Services,
  guardings: readonly Guarding[],
  parts: LastingContext & { readonly core: () => Core },
): CoreContext & EditorServices {
  const { config, variant, content, media, identity, textThreads } = services;
  const { types, taxonomies } = content;
  const others = added(config, guardings);
  const { shortcodes, blocks, rules, keptTexts, embeds, itemFields, textCache, downloads, outsideReads, core } = parts;
  // The threads know only the shortcodes and blocks of the program itself.
  const textWork = createTextWork(textThreads, { shortcodes, blocks, rules, marks: others.flatMap(syntaxMarks) });
  const fileUrls: CoreContext['uploadsUrl'] = (of) => uploadsUrl(of, config.uploadsUrl);
  return {
    variant,
    types,
    taxonomies,
    optionPages: content.optionPages,
    meta: createMetaRegistry(
      content.meta,
      { decode: readStoredValue, encode: writeStoredValue },
      variant.protocol.refusalCodes ? 'each' : 'one',
    ),
    itemFields,
    acf: {
      showsOwn: itemFields.includes('acf'),
      format: createAcfFormat({
        types,
        taxonomies,
        textWork,
        embeds,
        uploadsUrl: fileUrls,
        kinds: () => core().kinds,
        display: () => core().display,
      }),
    },
    extraFields: extraFieldsOf(
      guardings,
      fieldOwners(types, taxonomies),
      headFields(itemFields, { types, taxonomies, core, freshness: services.freshness }),
    ),
    shortcodes,
    blocks,
    rules,
    textCache,
    keptTexts,
    textWork,
    roles: identity.roles,
    fetch: services.fetcherFor(() => true),
    downloads,
    embeds,
    menuLocations: config.menuLocations,
    comments: { floodSeconds: config.commentFloodSeconds, anonymous: config.anonymousComments },
    library: media,
    uploadsUrl: fileUrls,
    transformRules: services.transformRules,
    theme: themeIdentity(config.theme),
    database: services.store.dialect.name,
    outsideReads,
  };
}

/** How often an account may have pages and files of other sites read. */
const outsideReadsRule = firstUseWindow({ limit: 120, windowMs: 60_000 });

/** The chosen theme: a folder or a package is called after the last part of its name. */
function themeIdentity(chosen: string): ThemeIdentity {
  const folder = basename(chosen).replace(/[^\w.-]/g, '') || 'platen';
  return { folder, name: chosen === '' ? 'Platen' : folder };
}

function downloadsOf({ config, media, limiters, fetcherFor }: Services): CoreContext['downloads'] {
  return {
    library: media,
    fetch: fetcherFor(() => true),
    room: createDownloadLimiter({ limiter: config.throttle ? limiters('downloads', outsideReadsRule) : unlimited }),
    maxBytes: config.uploadLimitMegabytes * 1024 * 1024,
  };
}

/** The resources of a site, with what their fields belong to. */
export function fieldOwners(
  types: readonly PostType[],
  taxonomies: readonly TaxonomyType[],
): ReadonlyMap<string, FieldOwner> {
  return new Map<string, FieldOwner>([
    ...types.filter((type) => type.restBase !== null).map(({ name }) => [name, 'post'] as const),
    ...taxonomies.filter((taxonomy) => taxonomy.restBase !== null).map(({ name }) => [name, 'term'] as const),
    ['user', 'user'],
    ['comment', 'comment'],
  ]);
}

/** The fields of all extensions by resource; throws where one belongs to no resource, or two have one name. */
export function extraFieldsOf(
  guardings: readonly Guarding[],
  owners: ReadonlyMap<string, FieldOwner>,
  ours: ExtraFields = new Map(),
): ExtraFields {
  const found = new Map<string, Record<string, ExtraField>>([...ours].map(([name, fields]) => [name, { ...fields }]));
  for (const guarding of guardings) {
    const { name: extension, fields = {} } = guarding.extension;
    for (const [resource, table] of Object.entries(fields)) {
      const owner = owners.get(resource);
      if (!owner)
        throw new ExtensionError(extension, `adds fields to "${resource}", which is no resource of this site.`);
      const own = found.get(resource) ?? {};
      found.set(resource, own);
      for (const [name, field] of Object.entries(table)) {
        if (field.of !== owner)
          throw new ExtensionError(
            extension,
            `makes the field "${name}" of "${resource}" with ${field.of}Field; use ${owner}Field.`,
          );
        if (own[name])
          throw new ExtensionError(
            extension,
            `adds the field "${name}" to "${resource}", as "${own[name].owner}" does.`,
          );
        own[name] = guardField(resource, name, field, guarding);
      }
    }
  }
  return found;
}
