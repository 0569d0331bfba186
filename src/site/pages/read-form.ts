import { bodyBudgets } from '../../api/request.ts';
import { collect } from '../../http/body/read-chunks.ts';
import type { SiteRequest } from '../../http/write-response.ts';

const milliseconds = 30_000;

/** The fields of a posted form; null for a body of another type. A body that is too large or too slow is refused. */
export async function readForm({ message }: Pick<SiteRequest, 'message'>): Promise<URLSearchParams | null> {
  const type = (message.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return null;
  const bytes = await collect(message, { bytes: bodyBudgets.visitor.bytes, milliseconds });
  return new URLSearchParams(Buffer.from(bytes).toString('utf8').toWellFormed().replaceAll('%00', ''));
}
