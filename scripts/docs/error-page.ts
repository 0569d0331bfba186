import { STATUS_CODES } from 'node:http';
import { errorsOf, errorTables } from './error-tables.ts';
import { code, type GeneratedPage, generatedNote, page, plain, table, wideFrontmatter } from './markdown.ts';

/** What a client does about an error, by its status. */
const advice: Readonly<Record<string, string>> = {
  denied: 'Log in (401), or use an account that may do this (403).',
  400: 'Correct what the message names, then send the request again.',
  401: 'Send a valid user name and password, application password, or cookie with its nonce.',
  403: 'Use an account that may do this.',
  404: 'Check the address and the id; what a caller may not see is answered in the same way.',
  408: 'Send the request again.',
  405: 'Send the request with another method; the message says which.',
  409: 'Read the current state, then decide.',
  410: 'Nothing: it is done already.',
  412: 'Read the current state, then decide.',
  413: 'Send less at once.',
  414: 'Send the parameters in the body.',
  415: 'Send a type that is allowed.',
  423: 'Wait as long as `Retry-After` says, then send the request again.',
  429: 'Wait as long as `Retry-After` says.',
  460: 'Send the same bytes again.',
  500: 'Read the server log; the request itself may be right.',
  501: 'Use what the message names in its place.',
  502: 'Try again later: another server did not answer as it should.',
  503: 'Wait as long as `Retry-After` says, then send the request again.',
  507: 'Free space on the disk of the server.',
};

/** Every error: code, status, message, and what to do about it. */
export function errorPage(): GeneratedPage {
  return page('reference/errors.md', [
    wideFrontmatter,
    '# Errors',
    generatedNote,
    'An error is a JSON object with a code, a message and its status. Decide by `code` and status: messages may change.',
    code(
      'json',
      JSON.stringify(
        {
          code: 'rest_post_invalid_id',
          message: 'There is nothing with this id here.',
          data: { status: 404 },
        },
        null,
        2,
      ),
    ),
    `*401 or 403* is 401 for visitors and 403 for users who are logged in. Words in capitals stand for what the request
sent. A few errors have another status in one of the [variants](../concepts/variants.md). A route of an extension can
have further errors, and so can a hook that refuses a write.`,
    ...Object.entries(errorTables).flatMap(([title, listed]) => [`## ${title}`, errorTable(listed)]),
  ]);
}

function errorTable(listed: (typeof errorTables)[string]): string {
  const rows = errorsOf(listed).map(({ code: name, status, message }) => [
    `\`${name}\``,
    status === 'denied' ? '401 or 403' : `${status} ${STATUS_CODES[status] ?? ''}`,
    plain(message),
    adviceFor(status),
  ]);
  return table(['Code', 'Status', 'Message', 'What to do'], rows);
}

function adviceFor(status: number | 'denied'): string {
  const found = advice[status];
  if (found === undefined) throw new Error(`Say in scripts/docs/error-page.ts what to do about the status ${status}.`);
  return found;
}
