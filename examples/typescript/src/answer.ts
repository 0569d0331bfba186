import { readFile } from 'node:fs/promises';
import { PlatenError } from 'platen/client';
import { entryOfEmbedded, type Item, ownPath } from 'platen/content';
import { previewHandler } from 'platen/preview/server';
import { webhookRoute } from 'platen/webhook';
import { cache, content, contentUrl, editorUrl, webhookSecret } from './content.ts';
import { feed, robots, sitemap } from './documents.ts';
import { html, rendered } from './html.ts';
import { layout, type PageParts, unlisted } from './layout.ts';
import { entryPage, entryView, listPage, missingPage, searchPage } from './pages.ts';

type Answer = (request: Request, url: URL, address: string) => Promise<Response>;

const style = await readFile(new URL('style.css', import.meta.url), 'utf8');
const previewScript = await readFile(new URL(import.meta.resolve('platen/preview')), 'utf8');

/** What has an address of its own; every other address is one of the content. */
const routes: ReadonlyMap<string, Answer> = new Map(
  Object.entries<Answer>({
    'GET /style.css': async () => text(style, 'text/css', { 'cache-control': 'public, max-age=3600' }),
    'GET /preview.js': async () => text(previewScript, 'text/javascript'),
    'GET /robots.txt': async () => text(robots(), 'text/plain'),
    'GET /sitemap.xml': async () => text(await sitemap(), 'application/xml'),
    'GET /feed/': async () => text(await feed(), 'application/rss+xml'),
    'GET /search/': async (_request, url) => page(await searchPage((url.searchParams.get('q') ?? '').slice(0, 200))),
    'GET /preview/': async (request) => (await preview(request)) ?? page(missingPage(), 404),
    'POST /api/webhook/': (request) => webhook(request),
    'POST /api/comments/': (request, _url, address) => takeComment(request, address),
  }),
);

/** The answer to any request; `address` is that of the visitor. */
export async function answer(request: Request, address: string): Promise<Response> {
  const url = new URL(request.url);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = routes.get(`${method} ${url.pathname}`);
  if (route) return route(request, url, address);
  if (method !== 'GET') return text('Only GET is answered here.', 'text/plain', { allow: 'GET, HEAD' }, 405);
  return atPath(url);
}

async function atPath(url: URL): Promise<Response> {
  const path = url.pathname;
  const place = await content.at(path);
  if (!place) return page(missingPage(), 404);
  if (place.kind === 'moved') return new Response(null, { status: place.status, headers: { location: place.to } });
  const entry = place.kind === 'entry' ? await content.entry(place) : null;
  const said = comments.get(url.searchParams.get('comment') ?? '') ?? '';
  const parts = place.kind === 'list' ? await listPage(path, place) : entry && (await entryPage(path, entry, said));
  return parts ? page(parts) : page(missingPage(), 404);
}

/** Platen says here what has changed. */
const webhook = webhookRoute({ secret: webhookSecret, expire: cache.expire });

/** What the editor shows before it is saved; the token in the address opens it. */
const preview = previewHandler<Item>({
  url: contentUrl,
  editor: editorUrl,
  render: async ({ item }) => {
    const head = html`${unlisted('Preview')}<script type="module">
import { connectPreview } from '/preview.js';
connectPreview({ editor: ${rendered(JSON.stringify(editorUrl).replaceAll('<', '\\u003c'))} });
</script>`;
    return layout({ head, main: await entryView(entryOfEmbedded(item)) });
  },
  notFound: () => layout(missingPage()),
});

/** What is said below a post after a comment was sent. */
const comments: ReadonlyMap<string, string> = new Map([
  ['shown', 'Thank you.'],
  ['waiting', 'Thank you. It is shown when somebody has read it.'],
]);

async function takeComment(request: Request, address: string): Promise<Response> {
  const form = await request.formData().catch(() => null);
  if (!form) return text('Send the fields of the form.', 'text/plain', {}, 400);
  const field = (name: string): string => String(form.get(name) ?? '').trim();
  const fields = {
    post: Number(field('post')),
    author_name: field('name'),
    author_email: field('email'),
    content: field('text'),
  };
  // The form says where it stood.
  const path = ownPath(field('path'));
  try {
    const { isWaiting } = await content.addComment(fields, address);
    const location = `${path}?comment=${isWaiting ? 'waiting' : 'shown'}#comments`;
    return new Response(null, { status: 303, headers: { location } });
  } catch (error) {
    if (!(error instanceof PlatenError) || error.status < 400 || error.status >= 500) throw error;
    const main = html`<header class="lead"><h1>The comment was not sent</h1><p>${error.message}</p>
<p><a href="${path}">Go back to the post</a></p></header>`;
    return page({ head: unlisted('Comment'), main }, error.status);
  }
}

async function page(parts: PageParts, status = 200): Promise<Response> {
  return text(await layout(parts), 'text/html', {}, status);
}

function text(body: string, type: string, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': "frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
