/** A request as part of a batch. */
export interface Step {
  readonly method: string;
  /** Path inside the interface, with its parameters: `/wp/v2/posts/7?context=edit`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none. */
  readonly body: unknown;
}

export interface StepResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
}

export const hasFailed = ({ status }: Pick<StepResponse, 'status'>): boolean => status >= 400;
