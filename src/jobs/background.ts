/** A background job that runs until it is stopped. */
export interface Background {
  /** Does what is due now, once; a job without it runs at its own times only. */
  runDue?(): Promise<void>;
  /** Resolves once nothing of the job is running any more. */
  stop(): Promise<void>;
}
