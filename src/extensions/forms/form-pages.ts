import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ActiveExtension,
  createWorkQueue,
  type Site,
  type SiteAnswer,
  serverPath,
  type WorkQueue,
} from '../../extension.ts';
import { challengePath, openChallenge, setChallenge } from './challenge/challenge.ts';
import { drawChallenge } from './challenge/challenge-image.ts';
import { setQuiz } from './challenge/quiz.ts';
import { unitTag } from './model/form-names.ts';
import { type ContactForm, formTemplate, parseSettings } from './model/form-properties.ts';
import { findForm } from './model/form-store.ts';
import { noDefaults } from './render/control.ts';
import { missingFormNotice, renderForm } from './render/render-form.ts';
import type { FormsContext } from './submission/forms-context.ts';
import { renderTime } from './submission/spam-rules.ts';

/** Less than a page may take: who has waited for so long is told to come back, and not that there is no picture. */
const longestWaitMs = 8_000;

/** The form as HTML, its script and its style sheet; for pages of this site and of others. */
export function formPages(
  context: FormsContext,
  clock: () => number,
  waitMs = longestWaitMs,
): NonNullable<ActiveExtension['page']> {
  // Many requests for pictures use one processor at most.
  const drawing = createWorkQueue({ running: 1, waiting: 30 });
  return async (request, { site, store }) => {
    const url = URL.parse(request.url, site.url);
    if (!url || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
    const asset = formAssets[url.pathname];
    if (asset) return answer(asset.type, asset.under(await asset.read(), context.names.prefix), 'public, max-age=300');
    if (url.pathname.startsWith(challengePath)) return picture(url.pathname, context, clock(), { drawing, waitMs });
    const id = /^\/embed\/forms\/(\d{1,15})\/?$/.exec(url.pathname)?.[1];
    if (id === undefined) return null;
    const form = await findForm(store, Number(id), site);
    const html = form ? formHtml(form, site, url.searchParams, context, clock()) : missingFormNotice();
    const page = /^\s*text\/html\b/i.test(request.headers.accept ?? '') && !url.searchParams.has('n');
    return {
      ...answer('text/html; charset=UTF-8', page ? standalone(html, form, site) : html, 'no-store'),
      status: form ? 200 : 404,
    };
  };
}

/** The picture of a challenge; null for one that has expired or is not ours. */
async function picture(
  path: string,
  { key }: FormsContext,
  nowMs: number,
  { drawing, waitMs }: { readonly drawing: WorkQueue; readonly waitMs: number },
): Promise<SiteAnswer | null> {
  const id = /^([\w-]{40,1400})\.png$/.exec(path.slice(challengePath.length))?.[1];
  const challenge = id === undefined ? null : openChallenge(id, key);
  if (id === undefined || !challenge || challenge.expiresMs < nowMs) return null;
  if (drawing.isFull) return busy;
  const given = new AbortController();
  const late = sleep(waitMs, null, { signal: given.signal, ref: false }).catch(() => null);
  let isAwaited = true;
  const drawn = drawing.run(async () => (isAwaited ? drawChallenge(id, challenge) : null));
  try {
    const png = await Promise.race([drawn, late]);
    return png ? answer('image/png', png, 'private, max-age=600') : busy;
  } finally {
    isAwaited = false;
    given.abort();
  }
}

/** A page with only the form, for browsers without scripts. */
function standalone(html: string, form: ContactForm | null, site: Site): string {
  const language = (form?.locale || site.language).replaceAll('_', '-').replace(/[^\w-]/g, '');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${(form?.title ?? 'Form').replace(/[<>&]/g, '')}</title>
<link rel="stylesheet" href="${serverPath(site)}/embed/forms.css">
</head>
<body>
<main>
${html}
</main>
<script src="${serverPath(site)}/embed/forms.js" defer></script>
</body>
</html>
`;
}

const busy: SiteAnswer = {
  ...answer('text/plain; charset=UTF-8', 'Too many pictures are asked for. Please try again in a moment.', 'no-store'),
  status: 503,
};

function answer(type: string, payload: string | Buffer, caching: string): SiteAnswer {
  return {
    status: 200,
    type,
    payload,
    headers: { 'Cache-Control': caching, 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' },
  };
}

const markupVersion = '1';

/** One form, rendered as the nth of its page; `post` and `popup` identify what contains it. */
export function formHtml(
  form: ContactForm,
  site: Site,
  query: URLSearchParams,
  { names, key, botCheck }: Pick<FormsContext, 'names' | 'key' | 'botCheck'>,
  nowMs: number,
): string {
  const number = (name: string) => (/^\d{1,15}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : 0);
  const tag = unitTag(names, form.id, number('post'), number('n') || 1);
  const settings = parseSettings(form.properties.additionalSettings ?? '');
  if (settings.isOn('subscribers_only')) return '<p role="note">Only members of this site can use this form.</p>';
  const hidden: [string, string][] = [
    [names.hidden(), String(form.id)],
    [names.hidden('version'), markupVersion],
    [names.hidden('locale'), form.locale],
    [names.hidden('unit_tag'), tag],
    [names.hidden('container_post'), String(number('post'))],
    [names.hidden('posted_data_hash'), ''],
    [names.hidden('rendered'), renderTime(key, form.id, nowMs)],
    ...(botCheck ? [[names.hidden('bot_token'), ''] satisfies [string, string]] : []),
    ...(number('popup') > 0 ? [[names.hidden('popup'), String(number('popup'))] satisfies [string, string]] : []),
  ];
  const { parts, tags } = formTemplate(form);
  return renderForm(
    {
      template: parts,
      unitTag: tag,
      action: `${site.apiUrl}/forms/v1/contact-forms/${form.id}/feedback`,
      locale: form.locale,
      demo: settings.isOn('demo_mode'),
      acceptanceAsValidation: settings.isOn('acceptance_as_validation'),
      hidden,
      honeypot: names.hidden('website'),
      title: form.title,
      ...(query.has('html_id') ? { htmlId: query.get('html_id')! } : {}),
      ...(query.has('html_name') ? { htmlName: query.get('html_name')! } : {}),
      ...(query.has('html_class') ? { htmlClass: query.get('html_class')! } : {}),
    },
    {
      names,
      tags,
      // The snippet is the same for every visitor; a page can fill in what it knows about its reader itself.
      defaults: { ...noDefaults, parameter: (name) => query.get(`field-${name}`) ?? undefined },
      today: site.zone.localAt(nowMs).slice(0, 10),
      sendLabel: 'Send',
      quiz: (quiz) => setQuiz(quiz, form.id, key, nowMs),
      challenge: (image) => setChallenge(image, form.id, key, site, nowMs),
    },
  );
}

const read = (name: string) => () => readFile(new URL(name, import.meta.url), 'utf8');

interface Asset {
  readonly type: string;
  readonly read: () => Promise<string>;
  /** The file with the prefix of the forms filled in. */
  readonly under: (text: string, prefix: string) => string;
}

/** The script and the style sheet of forms, by path. */
export const formAssets: Readonly<Record<string, Asset>> = {
  '/embed/forms.js': {
    type: 'text/javascript; charset=UTF-8',
    read: read('./forms.client.js'),
    under: (text, prefix) => text.replace("const prefix = 'cform';", `const prefix = '${prefix}';`),
  },
  '/embed/forms.css': {
    type: 'text/css; charset=UTF-8',
    read: read('./forms.css'),
    under: (text, prefix) => text.replace(/\.cform\b/g, `.${prefix}`),
  },
};
