import type { Logger } from 'pino';
import { readFieldPlugins } from '../adopted/read-field-plugins.ts';
import type { Config } from '../config/config.ts';
import { type ContentModel, contentModel } from '../rules/content/content-model.ts';
import { extendedPostTypes } from '../rules/content/extended-post-types.ts';
import type { ContentDeclarations } from '../rules/content/read-declarations.ts';
import type { Store } from '../storage/store.ts';
import { extensionsOf } from '../variants.ts';

/** The content of a site: what is built in, what its owner declares and what its extensions declare. */
export function siteContent(
  config: Config,
  extensions: readonly ContentDeclarations[] = extensionsOf(config.variant),
): ContentModel {
  return contentModel([config.content, ...extensions], builtIn(config));
}

/** The content of a site, with what plugins of another system stored in its database, if the site reads that. */
export async function storedContent(
  { config, store, log }: { readonly config: Config; readonly store: Store; readonly log: Logger },
  extensions: readonly ContentDeclarations[] = extensionsOf(config.variant),
): Promise<ContentModel> {
  if (!config.readFieldPlugins) return siteContent(config, extensions);
  const declared = [config.content, ...extensions];
  const stored = await readFieldPlugins(store, declared, (why) =>
    log.warn({ why }, 'a stored declaration is left out'),
  );
  return contentModel([...declared, stored], builtIn(config));
}

const builtIn = (config: Config) => (config.interface === 'extended' ? extendedPostTypes : []);
