import { Badge } from '@mantine/core';
import { start } from '../../app/start.ts';
import { useOwnWords } from '../../words/words.tsx';
import { inboxWords } from './words.ts';

const colors = {
  pending: 'yellow',
  waiting: 'red',
  mail_sent: 'green',
  mail_failed: 'red',
  no_mail: 'gray',
  spam: 'gray',
} as const;

/** What became of the mail of a message. Nothing is on its way where there is no mail server. */
export function DeliveryBadge({ status }: { readonly status: Exclude<keyof typeof colors, 'waiting'> }) {
  const own = useOwnWords(inboxWords);
  const shown = status === 'pending' && !start.canSendMail ? 'waiting' : status;
  return <Badge color={colors[shown]}>{own.status[shown]}</Badge>;
}

/** Times of the inbox are in UTC and do not say so. */
export const utc = (text: string): Date => new Date(`${text}Z`);
