import { fieldsOf } from '../../../api/resource/field.ts';
import { defineResource } from '../../../api/resource/resource.ts';
import type { ApplicationPassword } from '../../../auth/passwords/application-passwords.ts';
import { json } from '../../../schema/json-schema.ts';
import { Refusal } from '../../../schema/refusal.ts';
import { s } from '../../../schema/schema.ts';
import { plainText } from '../../../text/plain-text.ts';

/** An application password with its owner; the secret is known only to the request that made it. */
export interface ShownPassword {
  readonly userId: number;
  readonly application: ApplicationPassword;
  readonly secret?: string;
}

export interface PasswordDraft {
  name?: string;
  programId?: string;
}

const field = fieldsOf<ShownPassword, PasswordDraft>();
const everywhere = ['view', 'edit', 'embed'] as const;
const notEmbedded = ['view', 'edit'] as const;
const uuid = { type: 'string', pattern: '^[0-9a-f-]*$' } as const;

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/** A name must be visible after tags and blanks are gone. */
const named = (value: string): Refusal | null => {
  if (value === '') return new Refusal('name must have at least one character.', 'rest_too_short');
  return plainText(value) === '' ? new Refusal('name must not be blank.', 'rest_invalid_pattern') : null;
};

/** The resource below `base`, the path of users. */
export const applicationPasswordResource = (base: string) =>
  defineResource({
    title: 'application-password',
    fields: {
      uuid: field({
        schema: s.string({ format: 'uuid', description: 'Id of the password.' }),
        contexts: everywhere,
        readonly: true,
        read: ({ application }) => application.id,
        shown: uuid,
      }),
      app_id: field({
        schema: s.string({ format: 'uuid', description: 'UUID that the program gave itself.' }),
        contexts: everywhere,
        read: ({ application }) => application.programId,
        shown: uuid,
        write: (draft, value) => {
          draft.programId = value;
        },
      }),
      name: field({
        schema: s.string({
          description: 'What the password is called, such as the program that uses it.',
          required: true,
          check: named,
          published: { minLength: 1, pattern: '.*\\S.*' },
        }),
        contexts: everywhere,
        read: ({ application }) => application.name,
        write: (draft, value) => {
          draft.name = plainText(value);
        },
      }),
      created: field({
        schema: s.string({ format: 'date-time', description: 'When it was made, in GMT.' }),
        contexts: notEmbedded,
        readonly: true,
        read: ({ application }) => moment(application.createdAt),
      }),
      last_used: field({
        schema: s.string({
          format: 'date-time',
          description: 'When it was last used, in GMT.',
          published: { type: ['string', 'null'] },
        }),
        contexts: notEmbedded,
        readonly: true,
        read: ({ application: { lastUsedAt } }) => (lastUsedAt === null ? null : moment(lastUsedAt)),
        shown: json.orNull(json.dateTime),
      }),
      last_ip: field({
        schema: s.string({
          format: 'ip',
          description: 'Where it was last used from.',
          published: { type: ['string', 'null'] },
        }),
        contexts: notEmbedded,
        readonly: true,
        read: ({ application }) => application.lastAddress,
        shown: json.orNull(json.string),
      }),
      password: field({
        schema: s.string({ description: 'The password itself; shown once, to whoever made it.' }),
        contexts: ['edit'],
        readonly: true,
        read: ({ secret }) => secret,
        optional: true,
      }),
    },
    links: [
      {
        rel: 'self',
        to: ({ userId, application }) => ({
          href: `${base}/${userId}/application-passwords/${application.id}`,
        }),
      },
    ],
    load: (passwords: readonly ShownPassword[]) => passwords,
    newDraft: (): PasswordDraft => ({}),
  });
