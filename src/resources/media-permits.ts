import type { Call } from '../api/call.ts';
import { canCreatePosts, canEditOthersPosts, canEditPost } from '../content/capabilities.ts';
import { sees } from '../content/sight.ts';
import { contentErrors } from '../kinds/content-errors.ts';
import { contentPermits, existing, factsOf, postById } from '../kinds/content-permits.ts';
import type { MediaKind } from './media-kind.ts';

type Input = Partial<Record<string, unknown>>;

/** Who may do what with media: as with other content, but for uploading, whose body is not read before permission. */
export function mediaPermits(kind: MediaKind) {
  const permits = contentPermits(kind);
  return {
    ...permits,
    async update(input: Input, call: Call): Promise<void> {
      await permits.update(input, call);
      const parentId = input['post'];
      const isMoved = typeof parentId === 'number' && (await existing(kind, input, call)).parentId !== parentId;
      if (isMoved) await refuseHiddenParent(kind, parentId, call);
    },
    async create(input: Input, call: Call): Promise<void> {
      const { caller } = call;
      if (isSent(input['id'] ?? call.request.query['id'])) throw contentErrors.rest_post_exists();
      const author = input['author'];
      if (author && author !== caller.userId && !canEditOthersPosts(caller, kind.type)) {
        throw contentErrors.rest_cannot_edit_others();
      }
      if (!canCreatePosts(caller, kind.type) || !caller.can('upload_files')) throw contentErrors.rest_cannot_create();
      const parentId = input['post'];
      if (typeof parentId === 'number' && parentId !== 0) await refuseParent(kind, parentId, call);
    },
  };
}

function isSent(id: unknown): boolean {
  return id !== undefined && id !== null && id !== '' && id !== 0 && id !== '0' && id !== false;
}

/** A file that is there already can be moved to whatever its owner may read; a number that names nothing is kept. */
async function refuseHiddenParent(kind: MediaKind, parentId: number, call: Call): Promise<void> {
  const parent = await postById(parentId, call);
  if (!parent || sees(kind.sights.readable(call.caller), parent)) return;
  const type = kind.parts.types.find((one) => one.name === parent.type);
  if (type && !canEditPost(call.caller, type, await factsOf(parent, call))) throw contentErrors.rest_cannot_edit();
}

/** A file can be hung on what its uploader may edit; on a row that is not there nobody may hang anything. */
async function refuseParent(kind: MediaKind, parentId: number, call: Call): Promise<void> {
  const parent = await postById(parentId, call);
  const type = kind.parts.types.find((one) => one.name === parent?.type);
  if (!parent || !type || !canEditPost(call.caller, type, await factsOf(parent, call))) {
    throw contentErrors.rest_cannot_edit();
  }
}
