/** A background job that runs until it is stopped. */
export interface Background {
  /** Resolves once nothing of the job is running any more. */
  stop(): Promise<void>;
}
