import type { DateTarget } from '../../rules/permalinks.ts';
import type { PostType } from '../../rules/post-types.ts';
import type { Post, Term, User } from '../../storage/rows.ts';

/** What a page shows, and its canonical address without a page number. */
export type PageTarget =
  /** The latest posts; `page` is the page that stands for them where another one is the front page. */
  | { readonly kind: 'home'; readonly link: string; readonly page: Post | null }
  | { readonly kind: 'entry'; readonly link: string; readonly post: Post }
  /** All rows of a declared type. */
  | { readonly kind: 'archive'; readonly link: string; readonly type: PostType }
  | { readonly kind: 'term'; readonly link: string; readonly term: Term }
  | { readonly kind: 'author'; readonly link: string; readonly user: User }
  | { readonly kind: 'date'; readonly link: string; readonly date: DateTarget }
  | { readonly kind: 'search'; readonly link: string; readonly text: string };
