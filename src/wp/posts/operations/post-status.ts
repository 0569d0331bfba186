/** The statuses that can be set on a post, in the order the interface lists them. */
export const writableStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;

const needLeave = new Set(['publish', 'future', 'private']);

/** Whether setting this status requires the capability to publish. */
export const needsPublishing = (status: string): boolean => needLeave.has(status);

/** `publish` with a future date becomes `future`; `future` with a past date becomes `publish`. */
export function statusAt(status: string, dateGmt: string, nowGmt: string): string {
  if (status === 'publish' && dateGmt > nowGmt) return 'future';
  if (status === 'future' && dateGmt <= nowGmt) return 'publish';
  return status;
}
