import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import { type Route, route } from '../../../api/routing/route.ts';
import { type HookListener, proposeAltText } from '../../../background/hooks.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import { fileUrl } from '../../../media/files/media-path.ts';
import { contentErrors } from '../../posts/content-errors.ts';
import type { ContentKind } from '../../posts/content-kind.ts';
import { contentPermissions, existing } from '../../posts/content-permissions.ts';
import { postFacts } from '../../posts/operations/post-hooks.ts';
import type { MediaView } from '../media-subject.ts';
import { storedFiles } from '../write-attachment.ts';
import { editableFiles, mostAtOnce } from './bulk-routes.ts';
import { changeFiles } from './change-files.ts';
import { decorativeKey } from './library-item.ts';

/** An alternative text, or the statement that none is needed. */
interface SentText {
  readonly id: number;
  readonly altText: string;
  readonly decorative: boolean;
}

function readItem(sent: object): SentText | string {
  // Every member is checked below.
  const { id, alt_text = '', decorative = false, ...others } = sent as Readonly<Record<string, unknown>>;
  if (!Number.isInteger(id) || Number(id) < 1) return 'Each of items needs the id of a file.';
  if (typeof alt_text !== 'string') return 'alt_text is a text.';
  if (typeof decorative !== 'boolean') return 'decorative is true or false.';
  if (Object.keys(others).length > 0) return 'Each of items has the members id, alt_text and decorative.';
  return { id: Number(id), altText: alt_text, decorative };
}

const itemsArgument = s.array(s.object(), {
  required: true,
  description: `Up to ${mostAtOnce} objects with id, alt_text and decorative.`,
  check: (items: readonly object[]) => {
    if (items.length === 0 || items.length > mostAtOnce) return `items needs between 1 and ${mostAtOnce} members.`;
    return items.map(readItem).find((read) => typeof read === 'string') ?? null;
  },
});

const readItems = (items: readonly object[]): SentText[] =>
  items.map(readItem).filter((read): read is SentText => typeof read !== 'string');

type Proposing = Pick<HookListener, 'guard' | 'propose'>;

/** Alternative texts of many pictures, and proposals for one. */
export function altTextRoutes(view: MediaView, listeners: readonly Proposing[]): Route[] {
  const { kind } = view;
  const permissions = contentPermissions(kind);
  return [
    route({
      method: 'POST',
      path: '/platen/v1/media/alt-texts',
      summary: 'Set the alternative texts of several pictures, or that they are decoration.',
      args: { items: itemsArgument },
      response: { schema: json.object({ changed: json.integer }) },
      permit: async ({ items = [] }, call) => {
        if (!call.caller.can('upload_files')) throw contentErrors.rest_cannot_edit();
        const ids = readItems(items).map(({ id }) => id);
        await editableFiles(kind, ids, call);
      },
      requiresLogin: true,
      handle: async ({ items }, call) => {
        const sent = readItems(items);
        await writeAltTexts(kind, sent, call);
        return reply({ changed: sent.length });
      },
    }),
    route({
      method: 'GET',
      path: '/platen/v1/media/{id:int}/alt-text-proposals',
      summary: 'Ask the extensions for alternative texts of a picture.',
      response: {
        schema: json.object({
          proposals: json.listOf(json.object({ alt_text: json.string, from: json.string })),
          asked: json.integer,
        }),
      },
      permit: ({ id }, call) => permissions.update({ id }, call),
      requiresLogin: true,
      handle: async ({ id }, call) => {
        const file = await existing(kind, { id }, call);
        const isPicture = file.mimeType.startsWith('image/');
        const proposing = isPicture ? listeners.filter(({ propose }) => propose.has('media.altText')) : [];
        const files = await storedFiles(id, call.store);
        const url = files ? fileUrl(view.uploadsUrl(call.site), files.file) : '';
        const event = { item: postFacts(file), url, userId: call.caller.userId };
        const found = await Promise.all(
          proposing.map(async (listener) => {
            const text = await proposeAltText(listener, event);
            return text === null ? [] : [{ alt_text: text, from: listener.guard.extension }];
          }),
        );
        return reply({ proposals: found.flat(), asked: proposing.length });
      },
    }),
  ];
}

/** All of them are written, or none. */
async function writeAltTexts(kind: ContentKind, sent: readonly SentText[], call: Call): Promise<void> {
  const cleaned = await kind.textWork.clean(
    sent.map(({ altText, decorative }) => ({ as: 'plain', raw: decorative ? '' : altText, unfiltered: false })),
  );
  const changes = sent.map(({ id }, at) => ({ id, draft: { altText: cleaned[at] ?? '' } }));
  await changeFiles(kind, changes, call, async ({ meta }) => {
    for (const { id, decorative } of sent) await meta.set('post', id, decorativeKey, decorative ? ['1'] : []);
  });
  call.forget();
}
