import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { unlessAbsent } from '../../lib/error-code.ts';
import type { PersonRequest, PersonRequests } from './person-requests.ts';

export interface ArchiveToSend {
  readonly type: string;
  readonly payload: Readable;
  readonly headers: Readonly<Record<string, string>>;
}

/** The archive of a request as it is sent to a browser or a program; null where it is not there, or not any more. */
export async function archiveToSend(
  found: PersonRequest,
  requests: Pick<PersonRequests, 'archiveOf'>,
): Promise<ArchiveToSend | null> {
  const file = await requests.archiveOf(found);
  if (!file || !(await unlessAbsent(stat(file)))) return null;
  return {
    type: 'application/gzip',
    payload: createReadStream(file),
    headers: {
      'Content-Disposition': `attachment; filename="${found.job?.fileName ?? 'personal-data.tar.gz'}"`,
      'Cache-Control': 'no-store, no-transform',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  };
}
