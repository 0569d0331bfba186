/** Settings that a plugin of the other system stored: untrusted, with flags and numbers spelt in several ways. */
export type StoredSettings = Readonly<Record<string, unknown>>;

export function settingsIn(value: unknown): StoredSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export const settingText = (settings: StoredSettings, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};

/** Flags are stored as booleans, numbers, `1` or `true`. */
export const isOn = (settings: StoredSettings, name: string, otherwise = false): boolean => {
  const value = settings[name];
  if (value === undefined || value === null || value === '') return otherwise;
  return value === true || value === 1 || value === '1' || value === 'true';
};

/** The values of a stored list, whatever its keys. */
export const valuesIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : Object.values(settingsIn(value));

export const textsIn = (settings: StoredSettings, name: string): string[] =>
  valuesIn(settings[name]).filter((item) => typeof item === 'string');

/** Labels that are set; a plugin stores all of them, most of them empty. */
export const labelsIn = (settings: StoredSettings): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settingsIn(settings['labels'])).flatMap(([name, text]) =>
      typeof text === 'string' && text !== '' ? [[name, text]] : [],
    ),
  );
