import { type Extension, type ExtensionHost, internal } from '../../extension.ts';
import { analyticsRoute } from './analytics-route.ts';
import { popupCommands } from './popup-commands.ts';
import { openPopupCounter } from './popup-counter.ts';
import { popupPages } from './popup-pages.ts';
import { POPUP_TYPE } from './popup-record.ts';
import { popupTables } from './popup-tables.ts';
import { createVisitorCaps, publicCaps, type VisitorCaps } from './visitor-caps.ts';

const FOLD_EVERY_MS = 1_000;

/** Popups: records managed from the command line, a script that shows them, and exact counts of what visitors do. */
export const popups: Extension = {
  name: 'popups',
  postTypes: [internal(POPUP_TYPE, { label: 'Popups', supports: ['title', 'editor', 'author'] })],
  tables: popupTables,
  commands: popupCommands,
  async setUp({ store, folder, config, clock, log }) {
    if ((await store.options.get('platen_popup_analytics')) === 'off') return { page: popupPages(config.formsPrefix) };
    const counter = await openPopupCounter(await folder('popups'), store);
    const analytics = analyticsRoute({
      store,
      counter,
      caps: capsOf(config),
      honoursPrivacy: config.popupPrivacySignals,
      clock,
    });
    return {
      namespace: { name: 'popups/v1', routes: [analytics] },
      page: popupPages(config.formsPrefix),
      background: () => {
        let folding: Promise<void> = Promise.resolve();
        const timer = setInterval(() => {
          folding = folding
            .then(() => counter.fold())
            .catch((error: unknown) => log.error({ err: error }, 'popup events stay in their log'));
        }, FOLD_EVERY_MS);
        return {
          async stop() {
            clearInterval(timer);
            await folding;
          },
        };
      },
      close: () => counter.close(),
    };
  },
};

/** What holds a visitor back: the limits of a public site, and the wish that repeats count once. */
function capsOf({ throttle, popupDedupeSeconds }: ExtensionHost['config']): readonly VisitorCaps[] {
  const once = { limit: 1, windowMs: popupDedupeSeconds * 1_000 };
  return [
    ...(popupDedupeSeconds > 0 ? [createVisitorCaps({ perEvent: once })] : []),
    ...(throttle ? [createVisitorCaps(publicCaps)] : []),
  ];
}
