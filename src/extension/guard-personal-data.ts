import type { Guarding } from './call-extension.ts';
import type { PersonalDataErased, PersonalDataPage, PersonInfo } from './definition.ts';
import type { BaseHost } from './host.ts';

/** The personal data of one extension. Its faults are noted and thrown: what it did not do must not count as done. */
export interface GuardedPersonalData {
  readonly extension: string;
  export(person: PersonInfo, page: number): Promise<PersonalDataPage>;
  erase(person: PersonInfo, options: { readonly isDry: boolean }): Promise<PersonalDataErased>;
}

const usualDeadlineMs = 60_000;

export function guardPersonalData({ extension, guard }: Guarding, host: BaseHost): GuardedPersonalData | null {
  const { name, personalData, deadlines } = extension;
  if (!personalData) return null;
  // The host is the one that the functions of this extension were declared for.
  const own = host as never;
  const call = async <T>(place: string, work: () => Promise<T>, isSound: (value: T) => boolean): Promise<T> => {
    const done = await guard.run(`personal data ${place}`, deadlines?.personalData ?? usualDeadlineMs, async () => {
      const value = await work();
      if (!isSound(value)) throw new TypeError('The answer has another form than it must have.');
      return value;
    });
    if (!done.ok) throw new Error(`The extension "${name}" failed. The log of the server says why; then start again.`);
    return done.value;
  };
  return {
    extension: name,
    export: (person, page) => call('export', () => personalData.export(person, own, page), isPage),
    erase: (person, options) => call('erase', () => personalData.erase(person, own, options), isErased),
  };
}

const isPage = (value: PersonalDataPage): boolean => Array.isArray(value.rows) && typeof value.more === 'boolean';

const isErased = ({ removed, anonymised, more }: PersonalDataErased): boolean =>
  Number.isInteger(removed) && Number.isInteger(anonymised) && typeof more === 'boolean';
