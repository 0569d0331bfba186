import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PreviewLocals, previewMiddleware } from '../../../src/front-end/astro.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let url: string;
let post: number;
let token: string;
beforeAll(async () => {
  site = await testPlaten({ pages: false });
  url = await site.platen.listen();
  const admin = site.as('administrator');
  post = (await admin.post('/wp/v2/posts', { title: 'Stored', status: 'publish' })).body.id;
  token = (await admin.post('/platen/v1/previews', { post, changes: { title: 'Not saved' } })).body.token;
});
afterAll(() => site?.close());

/** Renders a page behind the middleware, as Astro does. */
async function render(address: string, isPrerendered = false): Promise<{ answer: Response; locals: PreviewLocals }> {
  const onRequest = previewMiddleware({ url, editor: 'https://cms.example.org/' });
  const locals: PreviewLocals = {};
  const context = { url: new URL(address, 'https://www.example.org'), isPrerendered, locals };
  const answer = await onRequest(context, async () => new Response(locals.preview?.item.title.rendered ?? 'public'));
  return { answer, locals };
}

describe('the middleware for previews in Astro', () => {
  it('gives a page the item with what is not saved, for the editor and no cache', async () => {
    const { answer, locals } = await render(`/preview?preview=${token}`);
    expect([answer.status, await answer.text(), locals.preview?.post]).toEqual([200, 'Not saved', post]);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('content-security-policy')).toContain('https://cms.example.org');
  });

  it('answers with 404 for a token that opens nothing, also where the item is public', async () => {
    const { answer, locals } = await render(
      `/preview?preview=${token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`,
    );
    expect([answer.status, locals.preview]).toEqual([404, null]);
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  it('leaves alone pages without a token, and those that are files', async () => {
    for (const asked of [render('/hello/'), render('/?preview=true'), render(`/hello/?preview=${token}`, true)]) {
      const { answer, locals } = await asked;
      expect([await answer.text(), answer.headers.get('cache-control'), locals]).toEqual(['public', null, {}]);
    }
  });
});
