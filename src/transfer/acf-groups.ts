import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unless } from '../lib/error-code.ts';
import { readStoredValue } from '../media/attachment-metadata.ts';
import type { AcfLocation } from '../rules/acf/acf-location.ts';
import type { Post } from '../storage/rows.ts';
import { isRecord, parseJson } from '../text/json.ts';
import { isOn, type StoredSettings, settingsIn, settingText, valuesIn } from './plugin-declarations.ts';

/** A field of a group, as it is stored in the database or in a file. */
export interface StoredAcfField {
  readonly key: string;
  readonly name: string;
  readonly label: string;
  readonly settings: StoredSettings;
  readonly fields: readonly StoredAcfField[];
  readonly layouts: readonly StoredAcfLayout[];
}

export interface StoredAcfLayout {
  readonly name: string;
  readonly label: string;
  readonly fields: readonly StoredAcfField[];
}

export interface StoredAcfGroup {
  readonly key: string;
  readonly title: string;
  readonly order: number;
  /** Seconds since the epoch. */
  readonly modified: number;
  readonly isActive: boolean;
  readonly showInRest: boolean;
  readonly location: AcfLocation;
  readonly fields: readonly StoredAcfField[];
}

/** The groups of both, the newer of two with the same key, in their order. */
export function joinedGroups(
  stored: readonly StoredAcfGroup[],
  files: readonly StoredAcfGroup[],
): readonly StoredAcfGroup[] {
  const byKey = new Map(stored.map((group) => [group.key, group]));
  for (const group of files) {
    const other = byKey.get(group.key);
    if (!other || group.modified > other.modified) byKey.set(group.key, group);
  }
  return [...byKey.values()].filter(({ isActive }) => isActive).sort((a, b) => a.order - b.order);
}

/** Fields stand in at most so many levels; what is deeper is not read. */
const deepest = 12;

/** The groups in rows of `acf-field-group` and `acf-field`. */
export function groupsInRows(groups: readonly Post[], fields: readonly Post[]): StoredAcfGroup[] {
  const sorted = [...fields].sort((a, b) => a.menuOrder - b.menuOrder || a.id - b.id);
  const below = Map.groupBy(sorted, ({ parentId }) => parentId);
  return groups.map((row) => {
    const settings = settingsIn(readStoredValue(row.content));
    return {
      ...groupFacts(settings),
      key: row.slug,
      title: row.title,
      order: row.menuOrder,
      modified: Date.parse(`${row.modifiedGmt.replace(' ', 'T')}Z`) / 1000 || 0,
      isActive: row.status === 'publish',
      fields: fieldsInRows(row.id, below, deepest),
    };
  });
}

const groupFacts = (settings: StoredSettings): Pick<StoredAcfGroup, 'showInRest' | 'location'> => ({
  showInRest: isOn(settings, 'show_in_rest'),
  location: locationIn(settings['location']),
});

function locationIn(stored: unknown): AcfLocation {
  return valuesIn(stored).map((all) =>
    valuesIn(all)
      .map(settingsIn)
      .map((rule) => ({
        param: settingText(rule, 'param'),
        operator: settingText(rule, 'operator') === '!=' ? '!=' : '==',
        value: settingText(rule, 'value'),
      })),
  );
}

function fieldsInRows(
  parentId: number,
  below: ReadonlyMap<number, readonly Post[]>,
  levels: number,
): readonly StoredAcfField[] {
  if (levels === 0) return [];
  return (below.get(parentId) ?? []).map((row) => {
    const settings = settingsIn(readStoredValue(row.content));
    const inner = fieldsInRows(row.id, below, levels - 1);
    return {
      key: row.slug,
      name: row.excerpt,
      label: row.title,
      settings,
      fields: inner,
      layouts: layoutsIn(settings).map(({ key, ...layout }) => ({
        ...layout,
        fields: inner.filter((field) => settingText(field.settings, 'parent_layout') === key),
      })),
    };
  });
}

const layoutsIn = (settings: StoredSettings) =>
  valuesIn(settings['layouts'])
    .map(settingsIn)
    .map((layout) => ({
      key: settingText(layout, 'key'),
      name: settingText(layout, 'name'),
      label: settingText(layout, 'label'),
    }));

const mostFiles = 1_000;
const largestFile = 5_000_000;

/**
 * The groups in the files of a folder, as ACF writes them into a theme.
 *
 * @param skipped called with a sentence for each file that cannot be used
 */
export async function groupsInFolder(folder: string, skipped: (why: string) => void): Promise<StoredAcfGroup[]> {
  const names = (await filesIn(folder, skipped)).filter((name) => /^group_[\w.-]*\.json$/.test(name)).sort();
  if (names.length > mostFiles) skipped(`Of ${folder} only ${mostFiles} files are read.`);
  const groups: StoredAcfGroup[] = [];
  for (const name of names.slice(0, mostFiles)) {
    const path = join(folder, name);
    const found = (await stat(path)).size > largestFile ? [] : groupsInText(await readFile(path, 'utf8'));
    if (found.length === 0) skipped(`${path} holds no group of fields.`);
    groups.push(...found);
  }
  return groups;
}

async function filesIn(folder: string, skipped: (why: string) => void): Promise<readonly string[]> {
  const names = await unless(['ENOENT', 'ENOTDIR', 'EACCES'], readdir(folder));
  if (!names) skipped(`The folder ${folder} cannot be read.`);
  return names ?? [];
}

/** One group, or a list of them as an export has it. */
export function groupsInText(text: string): StoredAcfGroup[] {
  const value = parseJson(text);
  return (Array.isArray(value) ? value : [value]).filter(isRecord).flatMap((settings) => {
    const key = settingText(settings, 'key');
    if (key === '') return [];
    return {
      ...groupFacts(settings),
      key,
      title: settingText(settings, 'title'),
      order: Number(settingText(settings, 'menu_order')) || 0,
      modified: Number(settingText(settings, 'modified')) || 0,
      isActive: isOn(settings, 'active', true),
      fields: fieldsInJson(settings['fields'], deepest),
    };
  });
}

function fieldsInJson(list: unknown, levels: number): readonly StoredAcfField[] {
  if (levels === 0) return [];
  return valuesIn(list)
    .map(settingsIn)
    .map((settings) => ({
      key: settingText(settings, 'key'),
      name: settingText(settings, 'name'),
      label: settingText(settings, 'label'),
      settings,
      fields: fieldsInJson(settings['sub_fields'], levels - 1),
      layouts: valuesIn(settings['layouts'])
        .map(settingsIn)
        .map((layout) => ({
          name: settingText(layout, 'name'),
          label: settingText(layout, 'label'),
          fields: fieldsInJson(layout['sub_fields'], levels - 1),
        })),
    }));
}
