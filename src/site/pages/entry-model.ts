import { textSigner } from '../../auth/signed-text.ts';
import { canEditPost } from '../../rules/capabilities.ts';
import type { Post } from '../../storage/rows.ts';
import { noBlockStyles } from '../../text/block-supports/block-styles.ts';
import type { ShownPage } from '../../text/blocks/block-data.ts';
import { needKey } from '../../text/blocks/block-needs.ts';
import { pendingComment, pendingPurpose } from '../comments/comment-form.ts';
import { loadComments } from '../comments/comments-model.ts';
import { raw } from '../theme/html.ts';
import type { CommentsModel, EntryModel, LinkModel, PasswordModel } from '../theme/page-model.ts';
import type { Words } from '../theme/words.ts';
import { type LoadedEntry, loadEntries } from './entries.ts';
import { entryContent, splitText } from './entry-content.ts';
import { plainOf } from './html-to-text.ts';
import type { PageWork } from './page-context.ts';
import { numberedLink, pagingModel } from './page-link.ts';
import { withPictureWidths } from './picture-widths.ts';
import { listedStatuses, pageLinks, pageVisibility } from './visible-posts.ts';

/** Which part of which entry is shown. */
export interface EntryWanted {
  readonly post: Post;
  readonly link: string;
  readonly page: number;
  readonly commentPage: number;
  readonly rest: URLSearchParams;
  /** Shown before it is published, or to some readers only. */
  readonly isPreview: boolean;
}

/** An entry as its page shows it, and what was loaded for it; null where it has no such part. */
export interface EntryPageFacts {
  readonly model: Omit<EntryModel, 'site' | 'head' | 'bodyClass' | 'viewer' | 'asset' | 'words'>;
  readonly loaded: LoadedEntry;
  /** Rules that only the shown text needs. */
  readonly styles: string;
}

export async function loadEntryPage(work: PageWork, wanted: EntryWanted): Promise<EntryPageFacts | null> {
  const { post, link, page, rest } = wanted;
  const { password, call } = await unlock(work, wanted);
  const parts = splitText(post.content);
  if (page > parts.length) return null;
  const isUnlocked = password === null;
  const pendingId = rest.has('unapproved') ? await pendingIn(work, rest) : 0;
  const comments = await loadComments(work, {
    post,
    link,
    isUnlocked,
    page: wanted.commentPage,
    pendingId,
    replyTo: Number(rest.get('replytocom')) || 0,
  });
  if (comments.paging.page > comments.paging.pages) return null;
  const neighbours = async () => (wanted.isPreview ? none : loadNeighbours(work, post));
  const beside = post.type === 'post' ? await neighbours() : none;
  const reading = onPage({ ...work, call }, { post, link, comments, neighbours });
  const [loaded] = await loadEntries(reading, [post], ['seo']);
  if (!loaded) return null;
  const part = parts[page - 1] ?? '';
  const { textWork } = work.core.kinds.of(post.type);
  const { rules, filters } = isUnlocked ? await textWork.styleBlocks(part) : noBlockStyles;
  const text = isUnlocked ? await entryContent(reading, loaded, part) : '';
  return {
    loaded,
    styles: rules,
    model: {
      entry: { ...loaded.summary, url: link },
      content: raw(withPictureWidths(text, work.theme.pictureWidths) + filters),
      parts: pagingModel(call.site, link, { page, pages: parts.length, kind: 'part' }),
      previous: beside.previous,
      next: beside.next,
      above: await loadAbove(work, post),
      comments,
      password,
      note: noteOf(post, work.words),
    },
  };
}

const none: Neighbours = { previous: null, next: null };

/** Checks the password of a protected text. The page of one is never shared: it depends on a cookie. */
async function unlock(
  work: PageWork,
  { post, link }: EntryWanted,
): Promise<{ password: PasswordModel | null; call: PageWork['call'] }> {
  const { call } = work;
  if (post.password === '') return { password: null, call };
  call.keepPrivate();
  const type = work.core.kinds.find(post.type)?.type;
  const isOpen = call.preview?.postId === post.id || (type && canEditPost(call.caller, type, post));
  const state = isOpen ? 'right' : await work.passwords.check(post, work);
  if (state !== 'right') {
    const action = `${call.site.serverUrl}/wp-login.php?action=postpass`;
    return { password: { action, hidden: [['redirect_to', link]], wasWrong: state === 'wrong' }, call };
  }
  const query = Object.assign(Object.create(null), call.request.query, { password: post.password });
  return { password: null, call: { ...call, request: { ...call.request, query } } };
}

async function pendingIn({ call, store }: PageWork, rest: URLSearchParams): Promise<number> {
  call.keepPrivate();
  return pendingComment(await textSigner(store, pendingPurpose), rest, call.now);
}

/** The pages above a page that the reader may see, or the post that a file belongs to. */
async function loadAbove(work: PageWork, post: Post): Promise<LinkModel[]> {
  const above: Post[] = [];
  for (let id = post.parentId; id > 0 && above.length < 10; ) {
    const parent = await work.call.store.posts.byId(id);
    if (parent?.status !== 'publish' || above.some((known) => known.id === parent.id)) break;
    above.unshift(parent);
    id = parent.parentId;
  }
  const links = await pageLinks(work, above);
  return above.map((parent) => ({
    label: plainOf(parent.title) || work.words.noTitle,
    url: links.get(parent.id) ?? '',
  }));
}

const notes: Readonly<Record<string, keyof Words>> = {
  private: 'privateNote',
  draft: 'draftNote',
  pending: 'pendingNote',
  future: 'futureNote',
};

function noteOf({ status }: Post, words: Words): string {
  const note = notes[status];
  return note ? words[note] : '';
}

/** A link to the post before or after one, and its title as stored. */
interface NeighbourModel extends LinkModel {
  readonly title: string;
}

export interface Neighbours {
  readonly previous: NeighbourModel | null;
  readonly next: NeighbourModel | null;
}

/** The posts of its type before and after one, by date, that the reader may see. */
export async function loadNeighbours(work: Pick<PageWork, 'call' | 'core'>, post: Post): Promise<Neighbours> {
  const filter = {
    types: [post.type],
    visibility: pageVisibility(work),
    statuses: listedStatuses(work),
    notIds: [post.id],
  };
  const one = { limit: 1, offset: 0 };
  const [[before], [after]] = await Promise.all([
    work.call.store.posts.find({ ...filter, before: post.date }, { by: 'date', direction: 'desc' }, one),
    work.call.store.posts.find({ ...filter, after: post.date }, { by: 'date', direction: 'asc' }, one),
  ]);
  const links = await pageLinks(
    work,
    [before, after].filter((found) => found !== undefined),
  );
  const link = (found: Post | undefined): NeighbourModel | null =>
    found ? { label: plainOf(found.title) || '(no title)', url: links.get(found.id) ?? '', title: found.title } : null;
  return { previous: link(before), next: link(after) };
}

/** What blocks may show of the page of an entry. */
interface EntryPage {
  readonly post: Post;
  readonly link: string;
  readonly comments: CommentsModel;
  readonly neighbours: () => Promise<Neighbours>;
}

/** Pages of comments whose addresses blocks may show. */
const mostPages = 500;

/** The same work, whose texts know the page they are on: the blocks that speak of it show something. */
export function onPage<Work extends Pick<PageWork, 'call' | 'core'>>(work: Work, entry: EntryPage): Work {
  const { display } = work.core;
  return {
    ...work,
    core: {
      ...work.core,
      display: {
        ...display,
        blockData: async (needed, call) => {
          const data = await display.blockData(needed, call);
          if (needed.page.size === 0) return data;
          return { ...data, page: new Map([[needKey(null), await shownPage(work, entry)]]) };
        },
      },
    },
  };
}

async function shownPage(
  { call }: Pick<PageWork, 'call'>,
  { post, link, comments, neighbours }: EntryPage,
): Promise<ShownPage> {
  const { previous, next } = await neighbours();
  const { page, pages } = comments.paging;
  const listed = Array.from({ length: Math.min(pages, mostPages) }, (_, i) => i + 1);
  return {
    postId: post.id,
    previous: previous && { title: previous.title, url: previous.url },
    next: next && { title: next.title, url: next.url },
    comments: {
      page,
      pages,
      urls: listed.map((n) => `${numberedLink(call.site, link, 'comments', n)}#comments`),
      topIds: comments.thread.map(({ id }) => id),
    },
  };
}
