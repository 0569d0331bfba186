import { defineExtension, internalType, type Limiters, startLoop } from '../../extension.ts';
import { popupRoutes } from './admin/popup-routes.ts';
import { analyticsRoute } from './analytics-route.ts';
import { popupCommands } from './popup-commands.ts';
import { openPopupCounter } from './popup-counter.ts';
import { popupOptions } from './popup-options.ts';
import { popupPages } from './popup-pages.ts';
import { popupType } from './popup-record.ts';
import { popupScripts } from './popup-scripts.ts';
import { popupTables } from './popup-tables.ts';
import { createVisitorCaps, publicCaps, type VisitorCaps } from './visitor-caps.ts';

const foldEveryMs = 1_000;

/** Popups: managed from the command line, shown by a script, with exact counts of their events. */
export const popups = defineExtension({
  name: 'popups',
  description: 'Popups and their statistics.',
  capabilities: { folders: true, store: true },
  options: popupOptions,
  postTypes: [internalType(popupType, { label: 'Popups', supports: ['title', 'editor', 'author'] })],
  tables: popupTables,
  commands: popupCommands,
  async setUp({ store, folder, options, throttle, clock, limiter, log, secret }) {
    if ((await store.options.get('platen_popup_analytics')) === 'off')
      return { page: popupPages(options.formsPrefix), refine: popupScripts, adminRoutes: popupRoutes(null) };
    const counter = await openPopupCounter(await folder('popups'), store);
    const analytics = analyticsRoute({
      store,
      counter,
      caps: capsOf({ throttle, dedupeSeconds: options.dedupeSeconds }, limiter, await secret('popup visitors')),
      honoursPrivacy: options.privacySignals,
      clock,
    });
    return {
      namespace: { name: 'popups/v1', routes: [analytics] },
      adminRoutes: popupRoutes(counter),
      page: popupPages(options.formsPrefix),
      refine: popupScripts,
      background: () =>
        startLoop({
          round: () => counter.fold(),
          everyMs: foldEveryMs,
          firstAfterMs: foldEveryMs,
          report: (error) => log.error({ err: error }, 'popup events stay in their log'),
        }),
      close: () => counter.close(),
    };
  },
});

/** The configured limits: those of a public site, and one count for repeats. */
function capsOf(
  { throttle, dedupeSeconds }: { readonly throttle: boolean; readonly dedupeSeconds: number },
  limiters: Limiters,
  salt: Buffer,
): readonly VisitorCaps[] {
  const once = { limit: 1, windowMs: dedupeSeconds * 1_000 };
  return [
    ...(dedupeSeconds > 0 ? [createVisitorCaps(limiters, { name: 'repeats', salt, perEvent: once })] : []),
    ...(throttle ? [createVisitorCaps(limiters, { name: 'public', salt, ...publicCaps })] : []),
  ];
}
