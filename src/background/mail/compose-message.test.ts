import { describe, expect, it } from 'vitest';
import { composeMessage, type MailDraft, parseHeaderLine } from './compose-message.ts';

const at = new Date('2024-05-06T07:08:09Z');
const draft = (change: Partial<MailDraft>): MailDraft => ({
  sender: 'Desk <desk@example.org>',
  recipient: 'box@example.org',
  subject: 'Hello',
  body: 'Text',
  html: false,
  headerLines: [],
  attachments: [],
  ...change,
});
const composed = (change: Partial<MailDraft>) => {
  const result = composeMessage(draft(change), at);
  if ('problem' in result) throw new Error(`no message: ${result.problem}`);
  return result.message;
};

describe('composing a message', () => {
  it('gives structured data, a date and a message id of the sender domain', () => {
    const message = composed({ recipient: 'a@example.org, Bee <b@example.org>' });
    expect(message.from).toEqual({ name: 'Desk', address: 'desk@example.org' });
    expect(message.to.map((mailbox) => mailbox.address)).toEqual(['a@example.org', 'b@example.org']);
    expect(message.date).toBe('2024-05-06T07:08:09.000Z');
    expect(message.messageId).toMatch(/^<[0-9a-f-]{36}@example\.org>$/);
    expect(JSON.parse(JSON.stringify(message))).toEqual(message);
  });

  it('each message has an id of its own', () => expect(composed({}).messageId).not.toBe(composed({}).messageId));

  it('reads the extra headers a template may add and drops the rest', () => {
    const message = composed({
      headerLines: [
        'Reply-To: Ann <ann@example.org>',
        'cc: c@example.org, nonsense',
        'BCC: d@example.org',
        'X-Ticket: 12',
        'X-Empty: ',
        'From: evil@example.net',
        'Content-Type: text/html',
        'no header at all',
        '',
      ],
    });
    expect(message.replyTo).toEqual([{ name: 'Ann', address: 'ann@example.org' }]);
    expect(message.cc).toEqual([{ name: '', address: 'c@example.org' }]);
    expect(message.bcc).toEqual([{ name: '', address: 'd@example.org' }]);
    expect(message.headers).toEqual([['X-Ticket', '12']]);
  });

  it('tells what it had to leave out', () => {
    const { dropped } = composeMessage(
      draft({
        recipient: 'box@example.org, nobody',
        headerLines: ['Reply-To: ', 'Cc: a@example.org, b', 'From: x@example.org'],
      }),
      at,
    );
    expect(dropped).toEqual([
      { part: 'recipient', text: 'nobody' },
      { part: 'header', text: 'Reply-To:' },
      { part: 'header', text: 'Cc: a@example.org, b' },
      { part: 'header', text: 'From: x@example.org' },
    ]);
  });

  it.each([
    ['subject', { subject: 'Hi\r\nBcc: evil@example.net' }],
    ['sender', { sender: 'Desk\r\nBcc: evil@example.net\r\n <desk@example.org>' }],
    ['reply-to', { headerLines: ['Reply-To: a@example.org\nBcc: evil@example.net'] }],
    ['x header', { headerLines: ['X-A: b\r\nBcc: evil@example.net'] }],
  ])('a line break in the %s stays inside its line', (_, change) => {
    const { body, ...rest } = composed(change);
    expect(rest.bcc).toEqual([]);
    expect(JSON.stringify(rest)).not.toMatch(/\\r|\\n|\\u0000/);
    expect(body).toBe('Text');
  });

  it('names what makes a message impossible', () => {
    expect(composeMessage(draft({ sender: '[your-email]' }), at)).toMatchObject({ problem: 'sender' });
    expect(composeMessage(draft({ sender: 'a@example.org, b@example.org' }), at)).toMatchObject({ problem: 'sender' });
    expect(composeMessage(draft({ recipient: ' , nobody' }), at)).toMatchObject({ problem: 'recipient' });
  });

  it.each([['Subject: x'], ['X Bad: y'], ['X-: y'], [': y']])('%j is not a header a template may add', (line) =>
    expect(parseHeaderLine(line)).toBeNull(),
  );
});
