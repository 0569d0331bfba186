import {
  type ActiveExtension,
  createWorkQueue,
  type Site,
  type SiteAnswer,
  serverPath,
  type WorkQueue,
} from '../../extension.ts';
import { drawChallenge } from './challenge/challenge-image.ts';
import { openChallenge } from './challenge/challenge-token.ts';
import { challengePath } from './challenge/challenges.ts';
import { formAssets } from './form-assets.ts';
import { formHtml } from './form-html.ts';
import { findForm } from './form-store.ts';
import type { ContactForm } from './model/form-properties.ts';
import { missingFormNotice } from './render/render-form.ts';
import type { FormsContext } from './submission/forms-context.ts';

/** The form as HTML, its script and its style sheet; for pages of this site and of others. */
export function formPages(context: FormsContext, clock: () => number): NonNullable<ActiveExtension['page']> {
  // Many requests for pictures use one processor at most.
  const drawing = createWorkQueue({ running: 1, waiting: 30 });
  return async (request, { site, store }) => {
    const url = URL.parse(request.url, site.url);
    if (!url || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
    const asset = formAssets[url.pathname];
    if (asset) return answer(asset.type, asset.under(await asset.read(), context.names.prefix), 'public, max-age=300');
    if (url.pathname.startsWith(challengePath)) return picture(url.pathname, context, clock(), drawing);
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
  drawing: WorkQueue,
): Promise<SiteAnswer | null> {
  const id = /^([\w-]{40,1400})\.png$/.exec(path.slice(challengePath.length))?.[1];
  const challenge = id === undefined ? null : openChallenge(id, key);
  if (id === undefined || !challenge || challenge.expiresMs < nowMs) return null;
  if (drawing.isFull) return busy;
  const png = await drawing.run(() => drawChallenge(id, challenge));
  return answer('image/png', png, 'private, max-age=600');
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
