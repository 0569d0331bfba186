import { fillTags, type MailTagLookup } from '../mail/mail-tags.ts';
import { allMessages, type MessageKey, type Messages } from '../model/messages.ts';
import { reduced } from '../render/form-names.ts';
import { stripMarkup } from '../render/html.ts';
import { idOption } from '../template/tag-options.ts';
import type { FieldProblem } from './validate-fields.ts';

/** How a submission ended. */
export type FeedbackStatus =
  | 'validation_failed'
  | 'acceptance_missing'
  | 'spam'
  | 'aborted'
  | 'mail_sent'
  | 'mail_failed'
  | 'error';

/** What an answer is made of. */
export interface FeedbackParts {
  readonly status: FeedbackStatus;
  readonly message: string;
  readonly unitTag: string;
  readonly hash: string;
  readonly problems: readonly { readonly problem: FieldProblem; readonly message: string }[];
  /** New quiz questions by field; empty when the form has none. */
  readonly quiz: Readonly<Record<string, readonly [question: string, token: string]>>;
  /** Addresses of new pictures by field. */
  readonly captcha: Readonly<Record<string, string>>;
  readonly prefix: string;
}

/** The answer to a submission: the first generation's members, and beside them those of later ones. */
export function feedbackAnswer(parts: FeedbackParts) {
  const unitTag = reduced(parts.unitTag);
  const fields = parts.problems.map(({ problem: { tag }, message }) => ({
    into: `span.${parts.prefix}-form-control-wrap.${reduced(tag.name)}`,
    message,
    idref: idOption(tag) ?? null,
    error_id: `${unitTag}-ve-${tag.name}`,
    field: tag.name,
  }));
  const failed = parts.status === 'validation_failed';
  return {
    into: `#${unitTag}`,
    status: parts.status,
    message: parts.message,
    posted_data_hash: hashed.has(parts.status) ? parts.hash : '',
    ...(failed ? { invalid_fields: fields, invalidFields: fields } : {}),
    ...ifAny('quiz', parts.quiz),
    ...ifAny('captcha', parts.captcha),
  };
}

/** A member that is there only where it has something to say. */
export function ifAny(name: string, members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.keys(members).length > 0 ? { [name]: members } : {};
}

const hashed: ReadonlySet<FeedbackStatus> = new Set(['mail_sent', 'mail_failed', 'aborted']);

/** The message a visitor reads: the form's text, tags filled in, no markup left. */
export function visitorMessage(messages: Messages, key: MessageKey, lookup: MailTagLookup): string {
  return stripMarkup(fillTags(allMessages(messages)[key], lookup));
}
