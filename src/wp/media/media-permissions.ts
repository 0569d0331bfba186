import type { Call } from '../../api/call.ts';
import { canCreatePosts, canEditOthersPosts, canEditPost } from '../../rules/capabilities.ts';
import { sees } from '../../rules/visibility.ts';
import { contentErrors } from '../posts/content-errors.ts';
import type { ContentKind } from '../posts/content-kind.ts';
import { contentPermissions, existing, factsOf, postById } from '../posts/content-permissions.ts';

type Input = Partial<Record<string, unknown>>;

/** The permission checks of media: as for other content, except uploads, whose body is not read before the check. */
export function mediaPermissions(kind: ContentKind) {
  const permissions = contentPermissions(kind);
  return {
    ...permissions,
    async update(input: Input, call: Call): Promise<void> {
      await permissions.update(input, call);
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
      if (!canCreatePosts(caller, kind.type)) throw contentErrors.rest_cannot_create();
      const parentId = input['post'];
      if (typeof parentId === 'number' && parentId !== 0) await refuseParent(kind, parentId, call);
    },
  };
}

function isSent(id: unknown): boolean {
  return id !== undefined && id !== null && id !== '' && id !== 0 && id !== '0' && id !== false;
}

/** An existing file can be attached to anything the caller may read; the id of a post that does not exist is stored. */
async function refuseHiddenParent(kind: ContentKind, parentId: number, call: Call): Promise<void> {
  const parent = await postById(parentId, call);
  if (!parent || sees(kind.visibility.readable(call.caller), parent)) return;
  const type = kind.types.find((one) => one.name === parent.type);
  if (type && !canEditPost(call.caller, type, await factsOf(parent, call))) throw contentErrors.rest_cannot_edit();
}

/** A new file can only be attached to an existing row that the uploader may edit. */
async function refuseParent(kind: ContentKind, parentId: number, call: Call): Promise<void> {
  const parent = await postById(parentId, call);
  const type = kind.types.find((one) => one.name === parent?.type);
  if (!parent || !type || !canEditPost(call.caller, type, await factsOf(parent, call))) {
    throw contentErrors.rest_cannot_edit();
  }
}
