import { composeMessage, escapeHtml, type MailDraft } from '../../../extension.ts';
import type { MailTemplate } from '../model/form-properties.ts';
import { markParagraphs } from '../render/paragraphs.ts';
import { isFormEmail } from '../template/field-formats.ts';
import { fillBody, fillTags, type MailTagLookup } from './mail-tags.ts';

/** What mail tags are filled in with. */
export interface MailSources {
  readonly lookup: MailTagLookup;
  /** True for a field whose value is free text of the visitor. */
  readonly isTyped: (name: string) => boolean;
  readonly locale: string;
  readonly attachments: MailDraft['attachments'];
}

/** How many visitor-supplied addresses one submission may send mail to. */
const maxVisitorRecipients = 3;

/** The mail of one submission, tags filled in; header lines are split first, so that no value can add one. */
export function draftMail(template: MailTemplate, sources: MailSources): MailDraft {
  const { lookup } = sources;
  const guarded = guardRecipients(sources);
  const recipient = fillTags(template.recipient, guarded);
  const subject = fillTags(template.subject, lookup);
  const html = template.useHtml === true;
  const headerLines = template.additionalHeaders.split('\n').map((line) => {
    const addressed = /^\s*b?cc\s*:/i.test(line);
    return fillTags(line, addressed ? guarded : lookup);
  });
  return {
    sender: fillTags(template.sender, quoting(lookup)),
    recipient,
    subject,
    body: html ? htmlDocument(fillMailBody(template, lookup), sources, subject) : fillMailBody(template, lookup),
    html,
    headerLines,
    attachments: sources.attachments,
  };
}

/** The body of a template with its tags filled in; values are escaped where it is HTML. */
export function fillMailBody({ body, useHtml, excludeBlank }: MailTemplate, lookup: MailTagLookup): string {
  return fillBody(body, useHtml === true ? escaping(lookup) : lookup, excludeBlank === true);
}

/** Fills in a template and composes its message in one step. */
export function composeFormMail(template: MailTemplate, sources: MailSources, at: Date) {
  return composeMessage(draftMail(template, sources), at);
}

/** A form must not become an open relay: visitor input is one plain address or nothing, and the number is limited. */
function guardRecipients({ lookup, isTyped }: MailSources): MailTagLookup {
  let left = maxVisitorRecipients;
  return (name, values) => {
    const value = lookup(name, values);
    if (value === undefined || !isTyped(name)) return value;
    return isFormEmail(value) && left-- > 0 ? value : '';
  };
}

/** Commas and quotes in a name would be parsed as a second address. */
const quoting =
  (lookup: MailTagLookup): MailTagLookup =>
  (name, values) =>
    lookup(name, values)
      ?.replace(/[",;<>\s]+/g, ' ')
      .trim();

const escaping =
  (lookup: MailTagLookup): MailTagLookup =>
  (name, values) => {
    const value = lookup(name, values);
    return value === undefined ? undefined : escapeHtml(value);
  };

function htmlDocument(body: string, { locale }: MailSources, subject: string): string {
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

/**
 * The attachments of a mail: files of the form's own fields, and files of the site by their paths below the uploads
 * folder.
 */
export interface AttachmentLines {
  readonly fields: ReadonlySet<string>;
  readonly paths: readonly string[];
  /** Entries that are neither a field nor a path inside the content folder. */
  readonly strange: readonly string[];
}

/** The size that mail servers usually accept. */
export const maxAttachedBytes = 26_214_400;

/** Parses the attachments of a template: tags such as `[your-file]`, and one stored path per line. */
export function readAttachments(text: string): AttachmentLines {
  const fields = new Set<string>();
  const paths = new Set<string>();
  const strange: string[] = [];
  for (const line of text.split('\n')) {
    const rest = line.replace(/\[([^\]\s]+)\]/g, (_, name: string) => {
      fields.add(name);
      return ' ';
    });
    if (rest.trim() === '') continue;
    const path = uploadedPath(rest.trim());
    if (path === null) strange.push(rest.trim());
    else paths.add(path);
  }
  return { fields, paths: [...paths], strange };
}

/**
 * The path below the uploads folder that a line names, such as `uploads/2024/05/terms.pdf`; forms of existing sites
 * may include the path of the content folder. Null for anything outside of it.
 */
function uploadedPath(line: string): string | null {
  const inside = line.replace(/^.*\/wp-content\/|^wp-content\//, '').replace(/^\//, '');
  const path = /^uploads\/(.+)$/.exec(inside)?.[1];
  if (path === undefined || /[\\\p{Cc}]/u.test(path)) return null;
  return path.split('/').some((part) => part === '' || part === '.' || part === '..') ? null : path;
}
