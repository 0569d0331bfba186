import { textSigner } from '../../auth/signed-text.ts';
import type { Store } from '../../storage/store.ts';

/** The meta key of the counter in every token of a post; raising it ends them all. */
const counterKey = '_platen_preview_counter';
const purpose = 'preview links';

/** What a token opens. */
export interface PreviewClaim {
  readonly postId: number;
  /** The stored preview that it belongs to; 0 for a token of the post alone. */
  readonly previewId: number;
}

/** A token to be made, or that was opened. */
export interface PreviewGrant extends PreviewClaim {
  readonly expiresMs: number;
}

/** A token that lets whoever has it see a post before it is published, until it expires or is revoked. */
export async function makePreviewToken(store: Store, postId: number, expiresMs: number): Promise<string> {
  const [token = ''] = await makePreviewTokens(store, [{ postId, expiresMs, previewId: 0 }]);
  return token;
}

/** Tokens in the order of what they grant; the number of queries does not depend on how many there are. */
export async function makePreviewTokens(store: Store, grants: readonly PreviewGrant[]): Promise<string[]> {
  const { sign } = await textSigner(store, purpose);
  const counters = await countersOf(
    store,
    grants.map(({ postId }) => postId),
  );
  return grants.map(({ postId, previewId, expiresMs }) => {
    const expires = Math.floor(expiresMs / 1000);
    const claim = previewId === 0 ? [postId, expires] : [postId, expires, previewId];
    return [...claim, sign([...claim, counters(postId)].join(' '))].join('.');
  });
}

/** What a token opens; null for one that was forged, has expired or was revoked with all of its post. */
export async function openPreviewToken(store: Store, token: string, nowMs: number): Promise<PreviewGrant | null> {
  const [, id, expires, preview, signature] =
    /^(\d{1,15})\.(\d{1,12})\.(?:(\d{1,15})\.)?([\w-]{32})$/.exec(token) ?? [];
  if (id === undefined || expires === undefined || signature === undefined) return null;
  if (Number(expires) * 1000 <= nowMs) return null;
  const claim = preview === undefined ? [id, expires] : [id, expires, preview];
  const { isSigned } = await textSigner(store, purpose);
  if (!isSigned([...claim, await counterOf(store, Number(id))].join(' '), signature)) return null;
  return { postId: Number(id), previewId: Number(preview ?? 0), expiresMs: Number(expires) * 1000 };
}

/** Ends every token of a post that was made so far. */
export function revokePreviewTokens(store: Store, postId: number): Promise<void> {
  return store.transaction(async (inner) => {
    await inner.lock(`preview tokens ${postId % 64}`);
    await inner.meta.set('post', postId, counterKey, [String((await counterOf(inner, postId)) + 1)]);
  });
}

async function counterOf(store: Store, postId: number): Promise<number> {
  return (await countersOf(store, [postId]))(postId);
}

async function countersOf(store: Store, postIds: readonly number[]): Promise<(postId: number) => number> {
  const rows = await store.meta.of('post', [...new Set(postIds)], [counterKey]);
  return (postId) => Number(rows.get(postId)?.[0]?.value) || 0;
}
