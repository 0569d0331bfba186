import { composeMessage } from '../mail/compose-message.ts';
import type { User } from '../storage/rows.ts';
import type { LoginWork } from './login-context.ts';

/** Queues the mail with the link to choose a new password. */
export function sendResetLink(work: LoginWork, user: User, key: string): Promise<void> {
  const { serverUrl } = work.current;
  const query = new URLSearchParams({ action: 'rp', key, login: user.login });
  return send(work, user, 'Choose a new password', [
    `Somebody asked for a new password for the account "${user.login}".`,
    'If it was not you, ignore this mail: nothing changes.',
    '',
    'To choose a new password, open this address within a day:',
    '',
    `${serverUrl}/wp-login.php?${query}`,
    '',
    `The request came from the address ${work.request.remote.address}.`,
  ]);
}

/** Queues the note that a password was changed. */
export function sendPasswordNote(work: LoginWork, user: User): Promise<void> {
  return send(work, user, 'Your password was changed', [
    `The password of the account "${user.login}" was changed.`,
    `If it was not you, write to ${work.current.adminEmail} now.`,
  ]);
}

async function send(
  { current, mail, store, clock }: LoginWork,
  user: User,
  subject: string,
  lines: string[],
): Promise<void> {
  const composed = composeMessage(
    {
      sender: current.adminEmail,
      recipient: user.email,
      subject: `[${current.title}] ${subject}`,
      body: [...lines, '', current.title, current.url].join('\n'),
      html: false,
      headerLines: [],
      attachments: [],
    },
    new Date(clock()),
  );
  if ('message' in composed) await mail.enqueue(store, composed.message, { reference: `account:${user.id}` });
}
