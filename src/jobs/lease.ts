import { isDeadOwner } from './process-identity.ts';

/** Which worker currently owns an exclusive job, and until when nobody else may take it. */
export interface Lease {
  /** As returned by `workerIdentity`; empty for nobody. */
  readonly owner: string;
  readonly untilMs: number;
}

/** Whether another worker may take the lease: nobody owns it, it has expired, or its owner's process has ended. */
export function isFree({ owner, untilMs }: Lease, nowMs: number): boolean {
  return owner === '' || untilMs < nowMs || isDeadOwner(owner);
}
