/** The mail template of a form, as its owner wrote it, including tags. */
export interface MailTemplate {
  readonly active: boolean;
  readonly subject: string;
  readonly sender: string;
  readonly recipient: string;
  readonly body: string;
  readonly additionalHeaders: string;
  readonly attachments: string;
  readonly useHtml: Flag;
  readonly excludeBlank: Flag;
}

/** The default template has 0 where a stored one has false; clients of the interface see the difference. */
export type Flag = boolean | 0;

/** The template with the interface's member names. */
export function mailToWire(mail: MailTemplate) {
  return {
    active: mail.active,
    subject: mail.subject,
    sender: mail.sender,
    recipient: mail.recipient,
    body: mail.body,
    additional_headers: mail.additionalHeaders,
    attachments: mail.attachments,
    use_html: mail.useHtml,
    exclude_blank: mail.excludeBlank,
  };
}

/**
 * A template from client input: missing members are empty or false. Line ends become LF, blank header lines are
 * removed.
 */
export function mailFromWire(given: Readonly<Record<string, unknown>>, active: boolean): MailTemplate {
  const text = (name: string) => plainText(given[name]).replace(/\r\n?/g, '\n').trim();
  const flag = (name: string) => isTrue(given[name]);
  return {
    active,
    subject: text('subject'),
    sender: text('sender'),
    recipient: text('recipient'),
    body: text('body'),
    additionalHeaders: text('additional_headers')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n'),
    attachments: text('attachments'),
    useHtml: flag('use_html'),
    excludeBlank: flag('exclude_blank'),
  };
}

const plainText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Parses the various ways in which forms and JSON write true. */
export function isTrue(value: unknown): boolean {
  if (typeof value === 'string') return !['', '0', 'false', 'off', 'no'].includes(value.trim().toLowerCase());
  return value === true || (typeof value === 'number' && value !== 0);
}
