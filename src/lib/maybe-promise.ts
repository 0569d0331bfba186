/**
 * A value that is in memory, or a promise of one that is read. Whoever awaits it need not know which. What fails is a rejected
 * promise: a function that returns this type does not throw.
 */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Applies `next` to the value, at once or when it has been read. */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** All of the values, at once if none of them has to be read. */
export function allMaybe<const Values extends readonly unknown[]>(
  values: Values,
): MaybePromise<{ -readonly [At in keyof Values]: Awaited<Values[At]> }> {
  if (values.some((value) => value instanceof Promise)) return Promise.all(values);
  // None of them is a promise, so each is what awaiting it would give.
  return values as { -readonly [At in keyof Values]: Awaited<Values[At]> };
}
