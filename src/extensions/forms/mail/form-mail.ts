import { composeMessage, type MailDraft } from '../../../extension.ts';
import type { MailTemplate } from '../model/mail-template.ts';
import { escapeHtml } from '../render/html.ts';
import { markParagraphs } from '../render/paragraphs.ts';
import { isEmail } from '../submission/field-formats.ts';
import { fillBody, fillTags, type MailTagLookup } from './mail-tags.ts';

/** What fills a mail in. */
export interface MailSources {
  readonly lookup: MailTagLookup;
  /** True for a name whose value a visitor typed freely, so that it may be anything. */
  readonly isTyped: (name: string) => boolean;
  readonly locale: string;
  readonly attachments: MailDraft['attachments'];
}

/** How many addresses a visitor may make one submission write to. */
const VISITOR_RECIPIENTS = 3;

/** The mail of one submission, tags filled in; header lines are told apart before any value can add one. */
export function draftMail(template: MailTemplate, sources: MailSources): MailDraft {
  const { lookup } = sources;
  const guarded = guardRecipients(sources);
  const recipient = fillTags(template.recipient, guarded);
  const subject = fillTags(template.subject, lookup);
  const html = template.useHtml !== 0 && template.useHtml;
  const headerLines = template.additionalHeaders.split('\n').map((line) => {
    const addressed = /^\s*b?cc\s*:/i.test(line);
    return fillTags(line, addressed ? guarded : lookup);
  });
  return {
    sender: fillTags(template.sender, quoting(lookup)),
    recipient,
    subject,
    body: html ? htmlBody(template, sources, subject) : fillBody(template.body, lookup, template.excludeBlank === true),
    html,
    headerLines,
    attachments: sources.attachments,
  };
}

/** Composes the draft of a template in one step. */
export function composeFormMail(template: MailTemplate, sources: MailSources, at: Date) {
  return composeMessage(draftMail(template, sources), at);
}

/** A form must not become a relay: what a visitor typed is one plain address or nothing, and there are few of them. */
function guardRecipients({ lookup, isTyped }: MailSources): MailTagLookup {
  let left = VISITOR_RECIPIENTS;
  return (name, values) => {
    const value = lookup(name, values);
    if (value === undefined || !isTyped(name)) return value;
    return isEmail(value) && left-- > 0 ? value : '';
  };
}

/** Commas and quotes in a name would read as a second address. */
const quoting =
  (lookup: MailTagLookup): MailTagLookup =>
  (name, values) =>
    lookup(name, values)
      ?.replace(/[",;<>\s]+/g, ' ')
      .trim();

function htmlBody(template: MailTemplate, { lookup, locale }: MailSources, subject: string): string {
  const escaped: MailTagLookup = (name, values) => {
    const value = lookup(name, values);
    return value === undefined ? undefined : escapeHtml(value);
  };
  const body = fillBody(template.body, escaped, template.excludeBlank === true);
  if (/<html[\s>]/i.test(body)) return body;
  const language = escapeHtml(locale.replaceAll('_', '-'));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(subject)}</title>
</head>
<body>
${markParagraphs([{ html: body }])}</body>
</html>`;
}
