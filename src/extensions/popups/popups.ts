import { readFile } from 'node:fs/promises';
import {
  type ActiveExtension,
  defineExtension,
  internalType,
  type Limiters,
  option,
  type SiteAnswer,
  serverPath,
  startLoop,
} from '../../extension.ts';
import { analyticsRoute, createVisitorCaps, publicCaps, type VisitorCaps } from './analytics-route.ts';
import { popupCommands } from './popup-commands.ts';
import { openPopupCounter } from './popup-counter.ts';
import { listPopups, popupType } from './popup-record.ts';
import { popupRoutes } from './popup-routes.ts';
import { popupTables } from './popup-tables.ts';

/** The settings of popups. */
export const popupOptions = {
  /** Declared by forms in the same words: a popup can wait for a form to be sent. */
  formsPrefix: option.pattern(
    {
      env: 'PLATEN_FORMS_PREFIX',
      fallback: 'cform',
      help: 'Prefix of class names and hidden fields of forms.',
    },
    'a letter, then letters and digits in lower case, at most 20',
    /^[a-z][a-z0-9]{1,19}$/,
  ),
  dedupeSeconds: option.integer(
    {
      env: 'PLATEN_POPUP_DEDUPE_SECONDS',
      fallback: '0',
      help: 'Time in which one visitor counts once per popup and event; 0 counts every event.',
    },
    { from: 0, to: 86400 },
  ),
  privacySignals: option.toggle({
    env: 'PLATEN_POPUP_PRIVACY_SIGNALS',
    fallback: 'off',
    help: 'Do not count visitors whose browser asks not to be tracked (DNT, Sec-GPC).',
  }),
};

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
  async setUp({ store, folder, options, throttle, clock, limiter, secret }) {
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
      background: ({ job }) =>
        startLoop({
          job: job('counts'),
          round: () => counter.fold(),
          everyMs: foldEveryMs,
          firstAfterMs: foldEveryMs,
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

/** The script that shows popups, and the data it reads; neither is part of the REST interface. */
export const popupPages =
  (formsPrefix: string): NonNullable<ActiveExtension['page']> =>
  async (request, { store, site }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const path = request.url.split('?')[0];
    if (path === '/embed/popups.js') return answer('text/javascript; charset=UTF-8', await readScript());
    if (path !== '/embed/popups.json') return null;
    const shown = (await listPopups(store)).filter((popup) => popup.enabled && popup.status === 'publish');
    return answer(
      'application/json; charset=UTF-8',
      JSON.stringify({
        analytics: `${site.apiUrl}/popups/v1/analytics`,
        // The event that a form of this site fires after it was sent.
        formSent: `${formsPrefix}mailsent`,
        popups: shown.map(({ id, title, content, settings }) => ({ id, title, content: withForms(content), settings })),
      }),
    );
  };

const readScript = () => readFile(new URL('./popups.client.js', import.meta.url), 'utf8');

/** Replaces the shortcode of a form by the element that the forms' own script fills. */
function withForms(content: string): string {
  return content.replace(/\[contact-form\b[^\]]*?\bid="?(\d+)"?[^\]]*\]/g, '<div data-cform-embed="$1"></div>');
}

/** Both may be fetched from pages of other sites, and cached for a minute. */
function answer(type: string, payload: string): SiteAnswer {
  return {
    status: 200,
    type,
    payload,
    headers: {
      'Cache-Control': 'public, max-age=60',
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

const scriptTag = (base: string, name: string) => `<script src="${base}/embed/${name}.js" defer></script>\n`;

/** Adds the script of popups to the pages of a site that shows some, and that of forms where one of them has a form. */
export const popupScripts: NonNullable<ActiveExtension['refine']> = async (page, _request, { store, site }) => {
  const { payload } = page;
  if (typeof payload !== 'string' || payload.includes('/embed/popups.js')) return page;
  const shown = (await listPopups(store)).filter((popup) => popup.enabled && popup.status === 'publish');
  if (shown.length === 0) return page;
  const hasForm = shown.some((popup) => popup.content.includes('[contact-form'));
  const base = serverPath(site);
  const forms = hasForm ? `<link rel="stylesheet" href="${base}/embed/forms.css">\n${scriptTag(base, 'forms')}` : '';
  return { ...page, payload: payload.replace('</head>', `${forms}${scriptTag(base, 'popups')}</head>`) };
};
