import { readFile } from 'node:fs/promises';
import { defineExtension, escapeHtml, type SiteAnswer } from 'platen/extension';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
  txt: 'text/plain; charset=UTF-8',
};

/** Blocks set styles on elements, and show pictures and embeds of other sites. The hash is of the script of the canvas. */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'sha256-ehBD9wGNfnN0flaZIjbVClW1//FJFsATigcdVB4VdMQ='",
  "style-src 'self' 'unsafe-inline' blob:",
  'img-src * data: blob:',
  'media-src * data: blob:',
  "font-src 'self' data:",
  "connect-src 'self' blob:",
  "worker-src 'self' blob:",
  'frame-src * blob: data:',
  "frame-ancestors 'self'",
].join('; ');

/**
 * The block editor at `/edit/TYPE/post.php?post=ID&action=edit`, an address that the editor writes itself. The page holds
 * nothing of the site: its script asks as whoever is logged in.
 */
export default defineExtension({
  name: 'block-editor',
  editorPanels: [
    {
      name: 'blocks',
      title: 'Block editor',
      capability: 'edit_posts',
      script: new URL('../panel/blocks.js', import.meta.url),
    },
  ],
  pages: async ({ method, url }, { site }) => {
    const { pathname, search, searchParams } = new URL(url, site.serverUrl);
    const [, folder = '', file = ''] = /^\/edit\/([a-z][a-z0-9_-]*)\/([\w.-]+)$/.exec(pathname) ?? [];
    if (method !== 'GET' || file === '') return null;
    if (folder === 'assets') return asset(file);
    // Links of the editor to other screens lead to those of the admin page.
    if (file !== 'post.php')
      return sent(302, '', { Location: `${site.serverUrl}/wp-admin/${file}${search}`, 'Cache-Control': 'no-store' });
    const server = escapeHtml(site.serverUrl);
    const page = `<!doctype html>
<html lang="${escapeHtml(site.language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(site.title)}</title>
<link rel="stylesheet" href="${server}/edit/assets/main.css">
<body class="block-editor-page">
<div id="editor" data-server="${server}" data-type="${folder}" data-id="${Number(searchParams.get('post'))}"></div>
<script type="module" src="${server}/edit/assets/main.js"></script>
</html>`;
    return sent(200, page, { 'Content-Security-Policy': policy });
  },
});

const sent = (status: number, payload: string, headers: Readonly<Record<string, string>>): SiteAnswer => ({
  status,
  headers,
  type: 'text/html; charset=UTF-8',
  payload,
});

/** A file that `npm run build` made; null if there is none of this name. */
async function asset(name: string): Promise<SiteAnswer | null> {
  const type = types[name.slice(name.lastIndexOf('.') + 1)];
  if (type === undefined) return null;
  const payload = await readFile(new URL(`../dist/editor/${name}`, import.meta.url)).catch(() => null);
  return payload && { status: 200, headers: { 'X-Content-Type-Options': 'nosniff' }, type, payload };
}
