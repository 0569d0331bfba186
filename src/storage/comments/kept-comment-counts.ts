import type { TouchedTags } from '../store/changes.ts';

/** How many comments there are of one kind. */
export interface CommentCount {
  readonly approved: string;
  readonly type: string;
  /** Empty string where the comment has no post row. */
  readonly postType: string;
  readonly postStatus: string;
  readonly isProtected: number;
  readonly n: number;
}

/** The counts of comments where no table has them, kept until a comment or a post changes. */
export class KeptCommentCounts {
  #counts: Promise<readonly CommentCount[]> | null = null;

  /** Whoever asks while they are read waits for the same read, unless something has changed since it began. */
  get(read: () => Promise<readonly CommentCount[]>): Promise<readonly CommentCount[]> {
    if (this.#counts) return this.#counts;
    const reading = read();
    this.#counts = reading;
    reading.catch(() => {
      if (this.#counts === reading) this.#counts = null;
    });
    return reading;
  }

  invalidate(touched: TouchedTags): void {
    if (touched === 'everything' || touched.has('comments') || touched.has('posts')) this.#counts = null;
  }
}
