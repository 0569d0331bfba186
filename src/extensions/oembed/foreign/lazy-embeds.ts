import type { ExtensionHost } from '../../../extension.ts';
import type { ForeignEmbeds } from './foreign-embeds.ts';
import type { createKeptEmbeds } from './kept-embeds.ts';

/** Loads the parser of foreign pages on first use. */
export function lazyForeignEmbeds({ fetch, clock }: Pick<ExtensionHost, 'fetch' | 'clock'>): ForeignEmbeds {
  let opened: Promise<ForeignEmbeds> | null = null;
  return async (question) => {
    opened ??= import('./foreign-embeds.ts').then(({ createForeignEmbeds }) => createForeignEmbeds(fetch, clock));
    return (await opened)(question);
  };
}

type KeptEmbeds = ReturnType<typeof createKeptEmbeds>;

/** The embeds of other sites in texts, with the same parser. */
export function lazyKeptEmbeds({ fetch, clock, store }: Pick<ExtensionHost, 'fetch' | 'clock' | 'store'>): KeptEmbeds {
  let opened: Promise<KeptEmbeds> | null = null;
  const open = () => {
    opened ??= Promise.all([import('./foreign-embeds.ts'), import('./kept-embeds.ts')]).then(
      ([{ askOutside }, { createKeptEmbeds: create }]) =>
        create({ store, clock, ask: (question) => askOutside(fetch, question) }),
    );
    return opened;
  };
  return {
    embed: async (...given) => (await open()).embed(...given),
    renew: async (signal) => (await open()).renew(signal),
  };
}
