import { s } from '../../../schema/schema.ts';

/** An expression takes part in one URL, and is taken apart in one go. */
const longestWhere = 8_000;

const where = {
  description: 'A condition as JSON: and, or, not over fields, terms, dates, meta and text.',
  check: (text: string) => (text.length > longestWhere ? `where has at most ${longestWhere} characters.` : null),
};

/** Accepted by every list of content, and not announced. */
export const whereArgument = { where: s.string({ ...where, unlisted: true }) };

/** The same on routes of our own, where it is announced. */
export const ownWhereArgument = { where: s.string(where) };
