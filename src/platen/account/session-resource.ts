import { fieldsOf } from '../../api/resource/field.ts';
import { defineResource } from '../../api/resource/resource.ts';
import type { SessionRow } from '../../auth/sessions.ts';
import { s } from '../../schema/schema.ts';

export interface ShownSession {
  readonly row: SessionRow;
  readonly isCurrent: boolean;
}

const field = fieldsOf<ShownSession>();
const contexts = ['view', 'edit', 'embed'] as const;
const readonly = true;

export const sessionResource = defineResource({
  title: 'session',
  fields: {
    id: field({
      schema: s.integer({ description: 'Id of the session.' }),
      contexts,
      readonly,
      read: ({ row }) => row.id,
    }),
    current: field({
      schema: s.boolean({ description: 'Whether the request was sent with it.' }),
      contexts,
      readonly,
      read: ({ isCurrent }) => isCurrent,
    }),
    created: field({
      schema: s.string({ format: 'date-time', description: 'When it began, in GMT.' }),
      contexts,
      readonly,
      read: ({ row }) => momentOf(row.createdAt),
    }),
    last_seen: field({
      schema: s.string({ format: 'date-time', description: 'When it was last used, in GMT, to about five minutes.' }),
      contexts,
      readonly,
      read: ({ row }) => momentOf(row.lastSeenAt ?? row.createdAt),
    }),
    expires: field({
      schema: s.string({ format: 'date-time', description: 'When it ends by itself, in GMT.' }),
      contexts,
      readonly,
      read: ({ row }) => momentOf(row.expiresAt),
    }),
    address: field({
      schema: s.string({ description: 'The address it was last used from.' }),
      contexts,
      readonly,
      read: ({ row }) => row.address,
    }),
    user_agent: field({
      schema: s.string({ description: 'How the browser named itself when it began.' }),
      contexts,
      readonly,
      read: ({ row }) => row.userAgent,
    }),
  },
  links: [],
  load: (sessions: readonly ShownSession[]) => sessions,
});

/** Seconds since the epoch, as dates are written. */
export const momentOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);
