import { offsetDate, type Zone } from '../../rules/zone.ts';
import { localDate } from '../../text/formats/local-date.ts';
import type { DateModel } from '../../theme/basic-models.ts';

interface DateStyle {
  readonly pattern: string;
  readonly language: string;
  readonly zone: Pick<Zone, 'toGmt'>;
}

/** A stored date for readers and for programs, which also get its offset from GMT. */
export function dateModel(local: string, gmt: string, { pattern, language, zone }: DateStyle): DateModel {
  return { iso: offsetDate(local, gmt, zone), text: localDate(local, pattern, language) };
}
