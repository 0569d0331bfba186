import type { Post } from '../../storage/rows.ts';
import { needKey } from '../../text/blocks/block-needs.ts';
import type { ShownPage } from '../../text/blocks/dynamic/shown.ts';
import type { CommentsModel } from '../../theme/comment-model.ts';
import { numberedLink } from '../address/page-link.ts';
import type { PageWork } from '../page-context.ts';
import type { Neighbours } from './neighbours.ts';

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
