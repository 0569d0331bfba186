import { visitorRequest } from '../../api/request.ts';
import type { LoginWork } from './login-context.ts';

/** The screens of the admin page that stand for those of existing systems, by the file in the address. */
const screens: ReadonlyMap<string, string> = new Map([
  ['edit.php', 'posts'],
  ['post-new.php', 'posts/new'],
  ['upload.php', 'media'],
  ['media-new.php', 'media'],
  ['edit-comments.php', 'comments'],
  ['comment.php', 'comments'],
  ['users.php', 'users'],
  ['user-new.php', 'users'],
  ['profile.php', 'profile'],
  ['options-general.php', 'settings'],
  ['options-reading.php', 'settings'],
  ['options-discussion.php', 'settings'],
  ['options-permalink.php', 'settings'],
  ['nav-menus.php', 'menus'],
  ['import.php', 'exchange'],
  ['export.php', 'exchange'],
  ['site-health.php', 'health'],
]);

const taxonomyScreens: ReadonlyMap<string | null, string> = new Map([
  [null, 'tags'],
  ['post_tag', 'tags'],
  ['category', 'categories'],
]);

/** The path below `/admin/` of the screen that an old admin address names; empty for the first screen. */
export async function adminScreen(work: LoginWork, path: string, nonce: string): Promise<string> {
  const { query } = work;
  const file = path.replace('/wp-admin/', '');
  const isPage = query.get('post_type') === 'page';
  if (isPage && file === 'edit.php') return 'pages';
  if (isPage && file === 'post-new.php') return 'pages/new';
  if (file === 'post.php') return itemScreen(work, idIn(query, 'post'), nonce);
  if (file === 'user-edit.php') return idIn(query, 'user_id') ? `users/${idIn(query, 'user_id')}` : 'users';
  if (file === 'edit-tags.php' || file === 'term.php') return taxonomyScreens.get(query.get('taxonomy')) ?? '';
  return screens.get(file) ?? '';
}

const idIn = (query: URLSearchParams, name: string): number => {
  const text = query.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
};

/** The screen of an item that the user may edit. The interface is asked, so that no address tells what exists. */
async function itemScreen({ ask, request }: LoginWork, id: number, nonce: string): Promise<string> {
  if (id === 0) return '';
  const headers = { cookie: request.headers.cookie ?? '', 'x-wp-nonce': nonce };
  for (const [collection, screen] of [
    ['posts', `posts/${id}`],
    ['pages', `pages/${id}`],
    ['media', 'media'],
  ] as const) {
    const query = { context: 'edit', _fields: 'id' };
    const asked = visitorRequest(`/wp/v2/${collection}/${id}`, query, { address: request.remote.address, headers });
    if ((await ask(asked)).status === 200) return screen;
  }
  return '';
}
