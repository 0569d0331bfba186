/** A trigger on one of the site's tables. */
export interface TableTrigger {
  readonly name: string;
  readonly text: string;
}

/** Whether a trigger runs for another program: sessions of Platen have set this variable. */
export const isOther = '@platen is null';
