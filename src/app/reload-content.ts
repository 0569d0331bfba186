import { type Background, startLoop } from '../background/loop.ts';
import { readStoredModel } from '../wp/content-model/stored-model.ts';
import { indexNewRelations } from '../wp/fields/relation-index.ts';
import type { LiveInterface } from './build-interface.ts';
import type { Services } from './open-services.ts';
import { storedContent } from './site-from-config.ts';

/** Lets the interface follow the stored content model. */
export interface ContentReload {
  /** Answers with what is stored now from then on; what answers already goes on where that fails. */
  run(): Promise<void>;
  /**
   * Looks whether another process has stored another model, until it is stopped. The process that leads keeps the index of
   * what fields lead to complete.
   */
  watch(leads: boolean): Background;
}

const lookMs = 1_000;

export function createContentReload(services: Services, live: () => LiveInterface): ContentReload {
  const { store, fixedContent, freshness, log } = services;
  let version = services.contentVersion;
  const reload = async (): Promise<void> => {
    const stored = await readStoredModel(store);
    if (stored.version === version) return;
    const skipped = (why: string): void => log.warn({ why }, 'a stored declaration is left out');
    const content = storedContent(fixedContent, stored, skipped);
    const built = live().build(content);
    await services.useContent(content);
    live().use(built);
    // No response that an earlier model gave is sent again, and none that is being made is kept.
    freshness.expireAll();
    version = stored.version;
    log.info({ types: content.types.length }, 'the types have changed');
  };
  let last: Promise<void> = Promise.resolve();
  const run = (): Promise<void> => {
    const next = last.then(reload, reload);
    last = next;
    return next;
  };
  return {
    run,
    watch(leads) {
      const loop = startLoop({
        job: services.jobs.of('content model'),
        round: async () => {
          await run();
          if (leads) await indexNewRelations(live().current().content.meta, store);
        },
        everyMs: lookMs,
        clock: services.clock,
      });
      freshness.onChange((touched) => {
        if (touched === 'everything' || touched.has('options')) loop.wake();
      });
      return loop;
    },
  };
}
