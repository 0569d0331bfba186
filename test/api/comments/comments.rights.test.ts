import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('whose rights clean the text of a comment, variant %s', (variant) => {
  let site: TestPlaten;
  let postId: number;
  beforeAll(async () => {
    site = await testPlaten({ variant });
    postId = (await site.as('author').post('/wp/v2/posts', { title: 'Talk', status: 'publish' })).body.id;
  });
  afterAll(() => site.close());

  const hostile = 'R&D <a href="javascript:x">l</a><img src="x" onerror="x"><table><tr><td>t</td></tr></table> no. ';
  const harmless = /^R&amp;D <a href="x"( rel="nofollow")?>l<\/a>t no\. \d+$/;
  const guest = { author_name: 'Gus', author_email: 'gus@example.org' };
  let said = 0;
  /** A comment that the administrator brings along from elsewhere, in this author's name, with all its markup. */
  const bring = async (author: Record<string, unknown>, content = `${hostile}${++said}`) => {
    const { status, body } = await site
      .as('administrator')
      .post('/wp/v2/comments', { post: postId, content, ...author });
    expect(status).toBe(201);
    return body;
  };
  const change = async (id: number, fields: Record<string, unknown>, who: Role = 'editor') => {
    const { status, body } = await site.as(who).post(`/wp/v2/comments/${id}`, fields);
    expect(status).toBe(200);
    return body.content.raw;
  };
  const storedText = async (id: number) => (await site.platen.store.comments.byId(id))?.content;

  it('a new one is cleaned with the rights of who sends it', async () => {
    expect((await bring(guest)).content.raw).toContain('javascript:');
    const { body } = await site
      .as('subscriber')
      .post('/wp/v2/comments', { post: postId, content: `${hostile}${++said}` });
    expect(await storedText(body.id)).toMatch(harmless);
  });

  it.each(['administrator', 'editor'] as Role[])(
    'a guest’s is cleaned as a guest’s, though the %s edits',
    async (who) => {
      const { id } = await bring(guest, `Plain ${++said}`);
      expect(await change(id, { content: `${hostile}${++said}` }, who)).toMatch(harmless);
      expect(await storedText(id)).toMatch(harmless);
    },
  );

  it.each([{}, { author_name: 'Gustav' }, { status: 'hold' }, { parent: 0 }])(
    'what a guest’s holds already is cleaned by the change %j',
    async (fields) => {
      const { id } = await bring(guest);
      expect(await change(id, fields)).toMatch(harmless);
      expect(await storedText(id)).toMatch(harmless);
    },
  );

  it.each(['subscriber', 'contributor', 'author'] as const)('so is that of a %s', async (role) => {
    const { id } = await bring({ author: site.users[role] });
    expect(await change(id, {})).toMatch(harmless);
  });

  it.each(['administrator', 'editor'] as const)('that of the %s keeps its markup, whoever edits', async (role) => {
    const { id } = await bring({ author: site.users[role] });
    const other = role === 'editor' ? 'administrator' : 'editor';
    expect(await change(id, {}, other)).toContain('javascript:');
    expect(await change(id, { content: `${hostile}${++said}` }, other)).toContain('<table>');
  });

  it('one that changes hands is cleaned unless both authors may write markup', async () => {
    const { editor, subscriber } = site.users;
    expect(await change((await bring(guest)).id, { author: editor, content: `${hostile}${++said}` })).toMatch(harmless);
    expect(await change((await bring({ author: editor })).id, { author: subscriber })).toMatch(harmless);
    expect(await change((await bring({ author: 1 })).id, { author: editor })).toContain('javascript:');
  });

  it('a text from somebody who may not write markup is cleaned whoever the author is; one left alone stays', async () => {
    const { store } = site.platen;
    const { id } = await bring({ author: 1 });
    await store.users.setCapabilities(site.users.editor, { editor: true, unfiltered_html: false });
    expect(await change(id, { status: 'hold' })).toContain('javascript:');
    expect(await change(id, { content: `${hostile}${++said}` })).toMatch(harmless);
    await store.users.setCapabilities(site.users.editor, { editor: true });
  });

  it('an author who is gone counts as a guest', async () => {
    const admin = site.as('administrator');
    const account = {
      username: `leaver-${++said}`,
      email: `leaver${said}@example.org`,
      password: 'pw',
      roles: ['editor'],
    };
    const leaver = (await admin.post('/wp/v2/users', account)).body.id;
    const { id } = await bring({ author: leaver });
    await site.platen.store.users.remove(leaver);
    expect(await change(id, {})).toMatch(harmless);
  });

  it('a long text is cleaned as a short one is', async () => {
    const { id } = await bring(guest, `Plain ${++said}`);
    const text = await change(id, { content: `${'<script>x</script> '.repeat(2000)}${++said}` });
    expect(tags(text)).toEqual([]);
    expect(text).toContain('x x x');
  });

  it('links to the site itself vouch for what they lead to, others do not', async () => {
    const { id } = await bring(guest, `<a href="http://site.test/x">own</a> <a href="http://other.test/">other</a>`);
    const text = await change(id, {});
    expect(text).toBe('<a href="http://site.test/x">own</a> <a href="http://other.test/" rel="nofollow">other</a>');
  });

  it('of a text that is cleaned and a new one sent meanwhile, the new one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await bring(guest);
      const editor = site.as('editor');
      const answers = await Promise.all([
        editor.post(`/wp/v2/comments/${id}`, { author_name: 'Gustav' }),
        editor.post(`/wp/v2/comments/${id}`, { content: `New words ${id}` }),
        editor.post(`/wp/v2/comments/${id}`, { parent: 0 }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await storedText(id)).toBe(`New words ${id}`);
    }
  });
});

/** Every tag that a browser would find. */
function tags(html: string): string[] {
  const walk = (node: DefaultTreeAdapterTypes.ParentNode): string[] =>
    node.childNodes.flatMap((child) => ('tagName' in child ? [child.tagName, ...walk(child)] : []));
  return walk(parseFragment(html));
}
