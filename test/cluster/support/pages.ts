import { ask, idOf, member, visit } from './ask.ts';
import type { DatabaseNode } from './database-node.ts';
import type { Instance } from './instance.ts';
import { waitUntil } from './wait-until.ts';

/** Publishes pages, which share no row with each other as the posts of a category do; their ids. */
export async function createPages(instance: Instance, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    ids.push(idOf(await ask(instance, 'POST', '/wp/v2/pages', { title: 'before', status: 'publish' })));
  }
  return ids;
}

/** The title that a visitor is shown; null where the answer shows none. */
export async function shownTitle(instance: Instance, id: number): Promise<string | null> {
  const title = member((await visit(instance, `/wp/v2/pages/${id}`)).body, 'title');
  return typeof member(title, 'rendered') === 'string' ? String(member(title, 'rendered')) : null;
}

/** Waits until an instance answers with titles, then names those that differ from what the database has. */
export async function staleTitles(instance: Instance, node: DatabaseNode, database: string, ids: readonly number[]) {
  const rows = await node.query(`select ID, post_title from wp_posts where ID in (${ids.join()})`, database);
  const stale: string[] = [];
  for (const row of rows) {
    const id = Number(row['ID']);
    let shown: string | null = null;
    await waitUntil(`page ${id} is shown`, async () => {
      shown = await shownTitle(instance, id);
      return shown !== null;
    });
    if (shown !== row['post_title']) stale.push(`page ${id} shows ${shown}, the database has ${row['post_title']}`);
  }
  return stale;
}
