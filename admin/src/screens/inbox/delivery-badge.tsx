import { Badge } from '@mantine/core';
import { useOwnWords } from '../../words/words.tsx';
import { inboxWords } from './words.ts';

const colors = { pending: 'yellow', mail_sent: 'green', mail_failed: 'red', spam: 'gray' } as const;

/** What became of the mail of a message. */
export function DeliveryBadge({ status }: { readonly status: keyof typeof colors }) {
  const own = useOwnWords(inboxWords);
  return <Badge color={colors[status]}>{own.status[status]}</Badge>;
}

/** Times of the inbox are in UTC and do not say so. */
export const utc = (text: string): Date => new Date(`${text}Z`);
