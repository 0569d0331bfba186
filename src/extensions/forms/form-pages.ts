import { readFile } from 'node:fs/promises';
import type { ExtensionParts, Site, SiteAnswer } from '../../extension.ts';
import { drawChallenge } from './challenge/challenge-image.ts';
import { openChallenge } from './challenge/challenge-token.ts';
import { CHALLENGE_PATH, setChallenge } from './challenge/challenges.ts';
import { findForm } from './form-store.ts';
import type { FormsParts } from './forms-parts.ts';
import { parseSettings } from './model/additional-settings.ts';
import type { ContactForm } from './model/form-properties.ts';
import { formTags, formTemplate } from './model/form-template.ts';
import { unitTag } from './render/form-names.ts';
import { noDefaults } from './render/render-context.ts';
import { missingFormNotice, renderForm } from './render/render-form.ts';
import { setQuiz } from './submission/quiz.ts';
import { renderTime } from './submission/spam-rules.ts';

const VERSION = '1';

/** The form as HTML, its script and its looks; for pages of this site and of others. */
export function formPages(parts: FormsParts, clock: () => number): NonNullable<ExtensionParts['page']> {
  return async (request, { site, store }) => {
    const url = URL.parse(request.url, site.url);
    if (!url || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
    const asset = assets[url.pathname];
    if (asset) return answer(asset.type, asset.under(await asset.read(), parts.names.prefix), 'public, max-age=300');
    if (url.pathname.startsWith(CHALLENGE_PATH)) return picture(url.pathname, parts, clock());
    const id = /^\/embed\/forms\/(\d{1,15})\/?$/.exec(url.pathname)?.[1];
    if (id === undefined) return null;
    const form = await findForm(store, Number(id), site);
    const html = form ? formHtml(form, site, url.searchParams, parts, clock()) : missingFormNotice();
    const page = /^\s*text\/html\b/i.test(request.headers.accept ?? '') && !url.searchParams.has('n');
    return {
      ...answer('text/html; charset=UTF-8', page ? standalone(html, form, site) : html, 'no-store'),
      status: form ? 200 : 404,
    };
  };
}

/** The picture of a challenge; a challenge that is over, or none of ours, has none. */
function picture(path: string, { key }: FormsParts, nowMs: number): SiteAnswer | null {
  const id = /^([\w-]{40,1400})\.png$/.exec(path.slice(CHALLENGE_PATH.length))?.[1];
  const challenge = id === undefined ? null : openChallenge(id, key);
  if (id === undefined || !challenge || challenge.expiresMs < nowMs) return null;
  return answer('image/png', drawChallenge(id, challenge), 'private, max-age=600');
}

const read = (name: string) => () => readFile(new URL(name, import.meta.url), 'utf8');

interface Asset {
  readonly type: string;
  readonly read: () => Promise<string>;
  /** The file as it is for forms of this prefix. */
  readonly under: (text: string, prefix: string) => string;
}

const assets: Readonly<Record<string, Asset>> = {
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

/** One form, shown as the nth of its page; `post` and `popup` name what it stands in. */
function formHtml(
  form: ContactForm,
  site: Site,
  query: URLSearchParams,
  { names, key, botCheck }: FormsParts,
  nowMs: number,
): string {
  const number = (name: string) => (/^\d{1,15}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : 0);
  const tag = unitTag(names, form.id, number('post'), number('n') || 1);
  const settings = parseSettings(form.properties.additionalSettings ?? '');
  if (settings.isOn('subscribers_only')) return '<p role="note">Only members of this site can use this form.</p>';
  const hidden: [string, string][] = [
    [names.hidden(), String(form.id)],
    [names.hidden('version'), VERSION],
    [names.hidden('locale'), form.locale],
    [names.hidden('unit_tag'), tag],
    [names.hidden('container_post'), String(number('post'))],
    [names.hidden('posted_data_hash'), ''],
    [names.hidden('rendered'), renderTime(key, form.id, nowMs)],
    ...(botCheck ? [[names.hidden('bot_token'), ''] satisfies [string, string]] : []),
    ...(number('popup') > 0 ? [[names.hidden('popup'), String(number('popup'))] satisfies [string, string]] : []),
  ];
  return renderForm(
    {
      template: formTemplate(form),
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
      tags: formTags(form),
      // The snippet is the same for every visitor; what a page knows of its reader it can fill in itself.
      defaults: { ...noDefaults, parameter: (name) => query.get(`field-${name}`) ?? undefined },
      today: site.zone.localAt(nowMs).slice(0, 10),
      sendLabel: 'Send',
      quiz: (quiz) => setQuiz(quiz, form.id, key, nowMs),
      challenge: (tag) => setChallenge(tag, form.id, key, site, nowMs),
    },
  );
}

/** A page with nothing but the form, for browsers without scripts. */
function standalone(html: string, form: ContactForm | null, site: Site): string {
  const language = (form?.locale || site.language).replaceAll('_', '-').replace(/[^\w-]/g, '');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${(form?.title ?? 'Form').replace(/[<>&]/g, '')}</title>
<link rel="stylesheet" href="/embed/forms.css">
</head>
<body>
<main>
${html}
</main>
<script src="/embed/forms.js" defer></script>
</body>
</html>
`;
}

function answer(type: string, payload: string | Buffer, caching: string): SiteAnswer {
  return {
    status: 200,
    type,
    payload,
    headers: { 'Cache-Control': caching, 'Access-Control-Allow-Origin': '*', 'X-Content-Type-Options': 'nosniff' },
  };
}
