import { escapeHtml } from '../../../extension.ts';
import { reduced } from '../model/form-names.ts';
import { allMessages, type MessageKey, type Messages } from '../model/form-properties.ts';
import { element, stripMarkup } from '../render/html.ts';
import { idOption } from '../template/tag-options.ts';
import { fillTags, type MailTagLookup } from './mail-tags.ts';
import type { FieldProblem } from './validate-fields.ts';

/** The outcome of a submission. */
export type FeedbackStatus =
  | 'validation_failed'
  | 'acceptance_missing'
  | 'spam'
  | 'aborted'
  | 'mail_sent'
  | 'mail_failed'
  | 'error';

/** The data of a response. */
export interface FeedbackOutcome {
  readonly status: FeedbackStatus;
  readonly message: string;
  readonly unitTag: string;
  readonly hash: string;
  readonly problems: readonly { readonly problem: FieldProblem; readonly message: string }[];
  /** New quiz questions by field; empty when the form has none. */
  readonly quiz: Readonly<Record<string, readonly [question: string, token: string]>>;
  /** URLs of new pictures by field. */
  readonly captcha: Readonly<Record<string, string>>;
  readonly prefix: string;
}

/** The response to a submission: the members of the first API version, and those added by later ones. */
export function feedbackAnswer(outcome: FeedbackOutcome) {
  const unitTag = reduced(outcome.unitTag);
  const fields = outcome.problems.map(({ problem: { tag }, message }) => ({
    into: `span.${outcome.prefix}-form-control-wrap.${reduced(tag.name)}`,
    message,
    idref: idOption(tag) ?? null,
    error_id: `${unitTag}-ve-${tag.name}`,
    field: tag.name,
  }));
  const failed = outcome.status === 'validation_failed';
  return {
    into: `#${unitTag}`,
    status: outcome.status,
    message: outcome.message,
    posted_data_hash: hashed.has(outcome.status) ? outcome.hash : '',
    ...(failed ? { invalid_fields: fields, invalidFields: fields } : {}),
    ...ifAny('quiz', outcome.quiz),
    ...ifAny('captcha', outcome.captcha),
  };
}

/** A member that is present only if it is not empty. */
export function ifAny(name: string, members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.keys(members).length > 0 ? { [name]: members } : {};
}

const hashed: ReadonlySet<FeedbackStatus> = new Set(['mail_sent', 'mail_failed', 'aborted']);

/** The message for the visitor: the form's text, tags filled in, markup removed. */
export function visitorMessage(messages: Messages, key: MessageKey, lookup: MailTagLookup): string {
  return stripMarkup(fillTags(allMessages(messages)[key], lookup));
}

/** The content of a page about a submission. */
export interface FeedbackPage {
  readonly message: string;
  readonly problems: readonly {
    readonly problem: { readonly tag: { readonly name: string } };
    readonly message: string;
  }[];
  readonly locale: string;
  readonly siteUrl: string;
  readonly siteTitle: string;
}

/**
 * The response for a browser without scripts. It links only to the site's own front page, never to a URL from the
 * request.
 */
export function feedbackPage({ message, problems, locale, siteUrl, siteTitle }: FeedbackPage): string {
  const items = problems.map(({ problem, message: text }) =>
    element('li', {}, escapeHtml(`${problem.tag.name}: ${text}`)),
  );
  return `<!doctype html>
<html lang="${escapeHtml((locale || 'en').replaceAll('_', '-'))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(message)}</title>
</head>
<body>
<main>
<p role="status">${escapeHtml(message)}</p>
${items.length > 0 ? element('ul', {}, items.join('')) : ''}
<p><a href="${escapeHtml(siteUrl)}/">${escapeHtml(siteTitle)}</a></p>
</main>
</body>
</html>
`;
}
