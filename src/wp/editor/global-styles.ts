import type { Call } from '../../api/call.ts';
import { defineErrors } from '../../lib/errors.ts';
import type { Members } from '../../lib/schema/schema.ts';
import { textLimits } from '../../rules/text-limits.ts';
import { gmtAt } from '../../rules/zone.ts';
import type { Post } from '../../storage/rows.ts';
import { isRecord, parseJsonRecord } from '../../text/json.ts';
import { plainText } from '../../text/plain-text.ts';
import { postById, rememberPost } from '../posts/content-permissions.ts';
import type { ThemeIdentity } from './editor-context.ts';

/** Errors of the styles that apply to all of the site. */
export const styleErrors = defineErrors({
  rest_cannot_read_global_styles: { status: 'denied', message: () => 'Styles are for those who write content.' },
  rest_global_styles_not_found: { status: 404, message: () => 'There are no styles with this id.' },
  rest_cannot_view: { status: 'denied', message: () => 'You may not see these styles.' },
  rest_post_invalid_id: { status: 404, message: () => 'There is no earlier form with this id.' },
  rest_cannot_edit: { status: 'denied', message: () => 'You may not change these styles.' },
  rest_styles_too_long: { status: 400, message: () => 'Settings and styles are too long to be stored. Shorten them.' },
});

const type = 'wp_global_styles';

/** The styles of a theme as they are stored: what was changed, beside the defaults. */
export interface StoredStyles {
  readonly id: number;
  readonly title: string;
  readonly settings: Members;
  readonly styles: Members;
}

/** The id of the row with the styles of the theme, which is made the first time that somebody asks. */
export async function stylesIdOf(theme: ThemeIdentity, call: Call): Promise<number> {
  const slug = `wp-global-styles-${theme.folder}`;
  const among = { types: [type], exceptId: 0 };
  const known = await call.store.posts.slugHolder(slug, among);
  if (known !== null) return known;
  return call.store.transaction(async (store) => {
    await store.lock(slug);
    const [local, gmt] = [call.site.zone.localAt(call.now), gmtAt(call.now)];
    return (
      (await store.posts.slugHolder(slug, among)) ??
      store.posts.insert({
        type,
        title: 'Custom styles',
        content: stored({ settings: {}, styles: {} }),
        status: 'publish',
        authorId: 0,
        slug,
        date: local,
        dateGmt: gmt,
        modified: local,
        modifiedGmt: gmt,
        excerpt: '',
        commentStatus: 'closed',
        pingStatus: 'closed',
        password: '',
        parentId: 0,
        guid: '',
        menuOrder: 0,
        mimeType: '',
      })
    );
  });
}

/** The styles under an id; refused where there are none. */
export async function stylesById(id: number | undefined, call: Call): Promise<StoredStyles> {
  return stylesOf(await stylesRow(id, call));
}

async function stylesRow(id: number | undefined, call: Call): Promise<Post> {
  const post = id === undefined ? null : await postById(id, call);
  if (post?.type !== type) throw styleErrors.rest_global_styles_not_found();
  return post;
}

function stylesOf({ id, title, content }: Post): StoredStyles {
  const known = parseJsonRecord(content) ?? {};
  return { id, title, settings: recordIn(known, 'settings'), styles: recordIn(known, 'styles') };
}

const recordIn = (record: Members, name: string): Members => (isRecord(record[name]) ? record[name] : {});

const stored = (changed: Pick<StoredStyles, 'settings' | 'styles'>): string =>
  JSON.stringify({ ...changed, isGlobalStylesUserThemeJSON: true, version: 3 });

/** Stores what was sent; the rest stays as it is. */
export async function updateStyles(
  id: number,
  sent: { readonly title?: string | undefined } & Partial<Pick<StoredStyles, 'settings' | 'styles'>>,
  call: Call,
): Promise<StoredStyles> {
  return call.store.transaction(async (store) => {
    await store.hold('post', id);
    const post = await store.posts.byId(id);
    if (post?.type !== type) throw styleErrors.rest_global_styles_not_found();
    const before = stylesOf(post);
    const content = stored({ settings: sent.settings ?? before.settings, styles: sent.styles ?? before.styles });
    if (content.length > textLimits.content.sent) throw styleErrors.rest_styles_too_long();
    const changes = {
      content,
      title: sent.title === undefined ? post.title : plainText(sent.title),
      modified: call.site.zone.localAt(call.now),
      modifiedGmt: gmtAt(call.now),
    };
    await store.posts.update(id, changes);
    return stylesOf(rememberPost({ ...post, ...changes }, call));
  });
}
