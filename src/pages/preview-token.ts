import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { textSigner } from './signed-text.ts';

/** The meta key of the counter in every token of a post; raising it ends them all. */
const counterKey = '_platen_preview_counter';
const purpose = 'preview links';

/** A token that lets whoever has it see a post before it is published, until it expires or is revoked. */
export async function makePreviewToken(store: Store, postId: number, expiresMs: number): Promise<string> {
  const [expires, counter] = [Math.floor(expiresMs / 1000), await counterOf(store, postId)];
  const { sign } = await textSigner(store, purpose);
  return [postId, expires, sign(`${postId} ${expires} ${counter}`)].join('.');
}

/** The id of the post that a token opens; null for one that was forged, has expired or was revoked. */
export async function openPreviewToken(store: Store, token: string, nowMs: number): Promise<Post['id'] | null> {
  const [, id, expires, signature] = /^(\d{1,15})\.(\d{1,12})\.([\w-]{32})$/.exec(token) ?? [];
  if (id === undefined || expires === undefined || signature === undefined) return null;
  if (Number(expires) * 1000 <= nowMs) return null;
  const { isSigned } = await textSigner(store, purpose);
  return isSigned(`${id} ${expires} ${await counterOf(store, Number(id))}`, signature) ? Number(id) : null;
}

/** Ends every token of a post that was made so far. */
export function revokePreviewTokens(store: Store, postId: number): Promise<void> {
  return store.transaction(async (inner) => {
    await inner.lock(`preview tokens ${postId % 64}`);
    await inner.meta.set('post', postId, counterKey, [String((await counterOf(inner, postId)) + 1)]);
  });
}

async function counterOf(store: Store, postId: number): Promise<number> {
  const rows = (await store.meta.of('post', [postId], [counterKey])).get(postId) ?? [];
  return Number(rows[0]?.value) || 0;
}
