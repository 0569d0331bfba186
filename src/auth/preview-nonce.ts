import type { Store } from '../storage/store.ts';
import { secretKey } from './secrets.ts';
import { isNonce, makeNonce } from './sessions.ts';

/** The link to what a user has written since a post was last saved. */
export interface AutosaveLink {
  readonly postId: number;
  readonly userId: number;
}

const keyOf = (store: Store): Promise<Buffer> => secretKey(store, 'autosave previews');
const textOf = ({ postId, userId }: AutosaveLink): string => `${userId} ${postId}`;

/**
 * Proves for a day that the site made the link for this user. It opens nothing: whoever follows the link must be logged
 * in as that user, and be allowed to edit the post.
 */
export async function makePreviewNonce(store: Store, link: AutosaveLink, nowMs: number): Promise<string> {
  return makeNonce(await keyOf(store), textOf(link), nowMs);
}

export async function isPreviewNonce(store: Store, link: AutosaveLink, nonce: string, nowMs: number): Promise<boolean> {
  return isNonce(await keyOf(store), textOf(link), nonce, nowMs);
}
