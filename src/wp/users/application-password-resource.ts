import { fieldsOf } from '../../api/resource/field.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { ApplicationPassword } from '../../auth/passwords/application-passwords.ts';
import { isUuid, parseDateTime } from '../../lib/schema/formats.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { Refusal, s } from '../../lib/schema/schema.ts';
import { type Scope, scopes, scopesIn } from '../../rules/scopes.ts';
import { plainText } from '../../text/plain-text.ts';

/** An application password with its owner; the secret is known only to the request that made it. */
export interface ShownPassword {
  readonly userId: number;
  readonly application: ApplicationPassword;
  readonly secret?: string;
}

export interface PasswordDraft {
  name?: string;
  programId?: string;
  scopes?: readonly Scope[] | null;
  expiresAt?: number | null;
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

const program = s.string({ format: 'uuid', description: 'UUID that the program gave itself.' });
const programOrNothing = s.string({
  description: 'UUID that the program gave itself, or nothing.',
  check: (value: string) =>
    value === '' || isUuid(value) ? null : new Refusal('app_id must be a UUID.', 'rest_no_matching_schema'),
  published: {
    oneOf: [
      { type: 'string', format: 'uuid' },
      { type: 'string', enum: [''] },
    ],
  },
});

/** The resource below `base`, the path of users. */
export const applicationPasswordResource = (base: string, orNothing = false) =>
  defineResource({ ...passwordParts(base), title: 'application-password', fields: passwordFields(orNothing) });

/** The resource with the limits of a password. */
export const limitedPasswordResource = (base: string) =>
  defineResource({
    ...passwordParts(base),
    title: 'application-password',
    fields: { ...passwordFields(false), ...limitFields },
  });

const passwordFields = (orNothing: boolean) => ({
  uuid: field({
    schema: s.string({ format: 'uuid', description: 'Id of the password.' }),
    contexts: everywhere,
    readonly: true,
    read: ({ application }) => application.id,
    output: uuid,
  }),
  app_id: field({
    schema: orNothing ? programOrNothing : program,
    contexts: everywhere,
    read: ({ application }) => application.programId,
    output: uuid,
    write: (draft, value) => {
      draft.programId = value;
    },
  }),
  name: field({
    schema: s.string({
      description: 'Name of the password, such as the app that uses it.',
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
    output: json.orNull(json.dateTime),
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
    output: json.orNull(json.string),
  }),
  password: field({
    schema: s.string({ description: 'The password itself; shown once, in the response that creates it.' }),
    contexts: ['edit'],
    readonly: true,
    read: ({ secret }) => secret,
    optional: true,
  }),
});

const limitFields = {
  scopes: field({
    schema: s.array(s.string({ enum: scopes }), {
      description: 'What it is limited to; all rights of the account where it is left out.',
      check: (sent: readonly string[]) => (sent.length === 0 ? 'scopes must name at least one scope.' : null),
      published: { type: ['array', 'null'] },
    }),
    contexts: everywhere,
    read: ({ application }) => application.scopes,
    output: json.orNull(json.listOf(json.words(...scopes))),
    write: (draft, value) => {
      draft.scopes = scopesIn(value);
    },
  }),
  expires: field({
    schema: s.string({
      format: 'date-time',
      description: 'When it stops working, in GMT; never where it is left out.',
      published: { type: ['string', 'null'] },
    }),
    contexts: everywhere,
    read: ({ application: { expiresAt } }) => (expiresAt === null ? null : moment(expiresAt)),
    output: json.orNull(json.dateTime),
    write: (draft, value) => {
      draft.expiresAt = secondsOf(value);
    },
  }),
};

/** A date without a zone is in GMT, as those that are shown. */
function secondsOf(text: string): number | null {
  const parsed = parseDateTime(text);
  return parsed && Math.floor((parsed.wallClock - (parsed.offsetMinutes ?? 0) * 60_000) / 1000);
}

const passwordParts = (base: string) => ({
  links: [
    {
      rel: 'self',
      to: ({ userId, application }: ShownPassword) => ({
        href: `${base}/${userId}/application-passwords/${application.id}`,
      }),
    },
  ],
  load: (passwords: readonly ShownPassword[]) => passwords,
  newDraft: (): PasswordDraft => ({}),
});
