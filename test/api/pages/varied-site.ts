import { addAttachment, writeMenu } from './menu-rows.ts';
import { type PageSite, pathOf, siteUrl } from './page-client.ts';

/** A bit of everything; returns the plain addresses of what visitors do not see. */
export async function fillSite(site: PageSite): Promise<string[]> {
  const food = await site.write('categories', { name: 'Food' });
  const fish = await site.write('categories', { name: 'Fisch & Köstlichkeiten', parent: food.id });
  const tag = await site.write('tags', { name: '日本語' });
  const dates = ['2020-02-29T00:00:00', '2020-12-31T23:59:59', '2021-01-01T00:00:00', '2022-06-15T12:00:00'];
  const posts = [];
  for (const [i, title] of ['One', 'Ünïcödé tïtle', '2020', 'こんにちは', 'Page', 'Feed', 'a'.repeat(190)].entries()) {
    posts.push(
      await site.write('posts', {
        title,
        status: 'publish',
        content: i === 0 ? 'a<!--nextpage-->b<!--nextpage-->c' : 'x',
        date: dates[i % 4],
        categories: [i % 2 ? fish.id : food.id],
        tags: [tag.id],
        author: i % 3 ? 1 : site.users.author,
      }),
    );
  }
  const about = await site.write('pages', { title: 'About', status: 'publish', content: 'x' });
  const team = await site.write('pages', { title: 'Team', status: 'publish', content: 'x', parent: about.id });
  const deep = await site.write('pages', { title: 'Ann', status: 'publish', content: 'x', parent: team.id });
  for (const parent of [0, posts[0]!.id, deep.id]) await addAttachment(site.platen.store, parent);
  const comment = await site.write('comments', {
    post: posts[0]!.id,
    content: 'c',
    author_name: 'A',
    author_email: 'a@example.org',
    status: 'approved',
  });
  await site.write('comments', {
    post: posts[0]!.id,
    parent: comment.id,
    content: 'd',
    author_name: 'B',
    author_email: 'b@example.org',
    status: 'approved',
  });
  await writeMenu(site.platen.store, [
    { post: about.id, type: 'page' },
    { term: fish.id, taxonomy: 'category' },
    { url: `${siteUrl}/`, label: 'Home' },
  ]);
  await site.platen.store.options.set('posts_per_page', '3');
  const secret = await site.write('posts', { title: 'Secret', status: 'private', content: 'x' });
  const draft = await site.write('posts', { title: 'Draft', status: 'draft', content: 'x' });
  const soon = await site.write('posts', {
    title: 'Soon',
    status: 'future',
    content: 'x',
    date: '2100-01-01T00:00:00',
  });
  return [secret.link, draft.link, soon.link].map(pathOf).map((path, i) => (i === 0 ? `/?p=${secret.id}` : path));
}
