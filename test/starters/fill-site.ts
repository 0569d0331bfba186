import sharp from 'sharp';

/** What a test needs to know of a site that it filled. */
export interface FilledSite {
  /** Asks Platen as its administrator. */
  readonly ask: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;
  readonly post: Made;
  readonly other: Made;
  readonly category: Made;
  readonly tag: Made;
  readonly page: Made;
}

export interface Made {
  readonly id: number;
  readonly link: string;
}

export const administrator = { username: 'admin', password: 'password' };
const authorization = `Basic ${Buffer.from(`${administrator.username}:${administrator.password}`).toString('base64')}`;

/** A small site with something of every kind: pictures, categories, a menu, a form, comments, a redirect. */
export async function fillSite(url: string): Promise<FilledSite> {
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${url}/wp-json${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const make = (base: string, body: object): Promise<Made> =>
    ask('POST', `/wp/v2/${base}`, { status: 'publish', ...body });
  // Posts of one second have no order that a reader knows.
  let minutesAgo = 60;
  const makePost = (body: object): Promise<Made> =>
    make('posts', { date_gmt: new Date(Date.now() - minutesAgo-- * 60_000).toISOString().slice(0, 19), ...body });
  await ask('POST', '/wp/v2/settings', { title: 'Field notes', description: 'Walks along quiet water' });
  const [lakes, woods] = [await make('categories', { name: 'Lakes' }), await make('categories', { name: 'Woods' })];
  const tag = await make('tags', { name: 'Autumn' });
  // Enough for a second page.
  for (let month = 1; month <= 4; month += 1)
    await makePost({
      title: `An older walk, ${month}`,
      date_gmt: `2020-0${month}-03T10:00:00`,
      content: '<p>Far.</p>',
    });
  const texts = [
    ['How a river forgets its old bed', 'Every spring the water tries another way.', woods],
    ['Notes from a wet October', 'It rained on nineteen days, and we walked on all of them.', woods],
    ['What beavers know about time', 'A dam is a promise to come back.', lakes],
    ['Maps that lie politely', 'The path was drawn by somebody who had heard of it.', woods],
    ['The ferry that runs on request', 'Ring the bell twice, and wait.', lakes],
  ] as const;
  for (const [title, excerpt, { id }] of texts) {
    const content = `<p>${excerpt} ${'We walked on, and said little. '.repeat(12)}</p>`;
    await makePost({ title, excerpt, content, categories: [id] });
  }
  const other = await makePost({
    title: 'An old mill in the woods',
    categories: [woods.id],
    content: '<p>Wheels.</p>',
  });
  const featured = await upload(url);
  const post = await makePost({
    title: 'The silver lake at dusk',
    slug: 'silver-lake',
    excerpt: 'For ten minutes the water is brighter than the sky above it.',
    content: longText,
    categories: [lakes.id],
    tags: [tag.id],
    featured_media: featured,
  });
  const comment = await make('comments', {
    status: 'approved',
    post: post.id,
    content: 'I was there that evening.',
    author_name: 'Ann',
    author_email: 'ann@example.org',
  });
  const answer = { post: post.id, parent: comment.id, content: 'Then you saw the heron too.' };
  await make('comments', { ...answer, status: 'approved' });
  const form = await ask<{ id: number }>('POST', '/forms/v1/contact-forms', { title: 'Write to us' });
  const page = await make('pages', {
    title: 'Contact',
    content: `<p>We answer within a week.</p>[contact-form id="${form.id}"]`,
  });
  await ask('POST', '/platen/v1/menus', {
    name: 'Main',
    locations: ['primary'],
    items: [
      { type: 'taxonomy', object: 'category', object_id: lakes.id, title: 'Lakes' },
      { type: 'taxonomy', object: 'category', object_id: woods.id, title: 'Woods' },
      { type: 'post_type', object: 'page', object_id: page.id, title: 'Contact' },
    ],
  });
  await ask('POST', '/platen/v1/redirects', { source: '/old-lake/', target: new URL(post.link).pathname, status: 301 });
  return { ask, post, other, category: lakes, tag, page };
}

const longText = `<p>There is a moment, ten minutes before it is dark, when the lake is brighter than the sky. The reeds lose their colour first, then the far bank, and what is left is a sheet of silver with nothing on it.</p>
<h2>The way down</h2>
<p>The path begins behind the mill. It is steep for a while, and <a href="https://example.org/">not on every map</a>. After rain you want boots.</p>
<blockquote><p>Nobody comes here for the view. They come for the quiet, and then they see it.</p></blockquote>
<h3>What to bring</h3>
<ul><li>A lamp for the way back</li><li>Something warm</li></ul>
<table><thead><tr><th>Month</th><th>Dusk</th></tr></thead><tbody><tr><td>October</td><td>18:10</td></tr><tr><td>November</td><td>16:20</td></tr></tbody></table>
<p>Then go home slowly.</p>`;

/** A picture like a lake in the evening, with its copies in other sizes. */
async function upload(url: string): Promise<number> {
  const lake = `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1200"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#2c3e57"/><stop offset=".5" stop-color="#c9a98a"/><stop offset=".52" stop-color="#dfe6ea"/><stop offset="1" stop-color="#4d6272"/></linearGradient></defs>
<rect width="1800" height="1200" fill="url(#s)"/><path d="M0 610 Q300 470 620 590 T1200 560 T1800 600 V640 H0Z" fill="#22303a"/></svg>`;
  const bytes = await sharp(Buffer.from(lake)).jpeg({ quality: 82 }).toBuffer();
  const answer = await fetch(`${url}/wp-json/wp/v2/media`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="lake.jpg"' },
    body: new Uint8Array(bytes),
  });
  const { id } = (await answer.json()) as { id: number };
  await fetch(`${url}/wp-json/wp/v2/media/${id}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ alt_text: 'A lake in the evening, with a dark bank' }),
  });
  return id;
}
