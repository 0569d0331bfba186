/** A column of type `text`, also used for wider ones. Twice the size may be sent, since markup may be removed. */
const textColumn = { sent: 131070, stored: { most: 65535, unit: 'bytes' } };
/** A short column such as a name or a URL. The limit leaves room for markup that is removed. */
const line = 4096;
/** The limits of every text that callers send. A field without one of these uses `other`. */
export const textLimits = {
  title: textColumn,
  excerpt: textColumn,
  /** The column can store four gigabytes; this is what the server can handle in one request. */
  content: { sent: 10485760, stored: { most: 16777215, unit: 'bytes' } },
  /** varchar(200); longer slugs are truncated. */
  slug: { sent: line },
  /** varchar(255). */
  postPassword: { sent: 255 },
  /** Only its hash is stored. */
  userPassword: { sent: line },
  /** A column of type `text`, minus the margin that existing sites leave. */
  commentContent: { sent: 131050, stored: { most: 65525, unit: 'bytes' } },
  /** tinytext, minus the margin that existing sites leave. */
  commentAuthorName: { sent: line, stored: { most: 245, unit: 'bytes' } },
  /** varchar(100). */
  commentAuthorEmail: { sent: line, stored: { most: 100, unit: 'bytes' } },
  /** varchar(200). */
  commentAuthorUrl: { sent: line, stored: { most: 200, unit: 'bytes' } },
  /** varchar(255). */
  commentUserAgent: { sent: line, stored: { most: 254, unit: 'bytes' } },
  /** varchar(250). */
  userName: { sent: line, stored: { most: 250, unit: 'characters' } },
  /** longtext, but a person's name needs little of it. */
  personName: { sent: line },
  /** varchar(100). */
  userUrl: { sent: line, stored: { most: 100, unit: 'characters' } },
  /** longtext. */
  userDescription: textColumn,
  /** varchar(200). */
  termName: { sent: line, stored: { most: 200, unit: 'characters' } },
  /** longtext. */
  termDescription: textColumn,
  /** longtext, read with every request. */
  setting: { sent: line },
  /** longtext. */
  altText: textColumn,
  /** longtext, all keys of a request together. */
  meta: { sent: 1048576 },
  other: { sent: 65535 },
};
/** Whether a text that is ready to be stored fits. */
export function isStorable(text, { stored }) {
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (!stored || text.length * (stored.unit === 'bytes' ? 3 : 1) <= stored.most) return true;
  return (stored.unit === 'bytes' ? Buffer.byteLength(text) : [...text].length) <= stored.most;
}
/** The number of characters in all strings of a sent value, at any depth. */
export function sentLength(value) {
  if (typeof value === 'string') return value.length;
  if (value === null || typeof value !== 'object') return 0;
  let length = 0;
  for (const member of Object.values(value)) length += sentLength(member);
  return length;
}
