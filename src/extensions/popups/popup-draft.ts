import {
  type CommandContext,
  CommandError,
  isRecord,
  parseJson,
  parseJsonRecord,
  storePostText,
} from '../../extension.ts';
import type { PopupDraft } from './popup-record.ts';

/** The popup data in the flags of a command. */
export function readDraft({ flags }: Pick<CommandContext, 'flags'>): PopupDraft {
  const { title, content, status, settings } = flags;
  if (status !== undefined && !['publish', 'draft', 'private'].includes(status))
    throw new CommandError('The status is publish, draft or private.');
  return {
    ...(title === undefined ? {} : { title }),
    ...(content === undefined ? {} : { content: storePostText(content, { unfiltered: false }) }),
    ...(status === undefined ? {} : { status }),
    ...(settings === undefined ? {} : { settings: readSettings(settings) }),
  };
}

function readSettings(text: string): Readonly<Record<string, unknown>> {
  const settings = parseJsonRecord(text);
  if (!settings) throw new CommandError('The settings are no JSON object.');
  return settings;
}

/** The popups of a file that `popups export` wrote. */
export function readExport(text: string): (PopupDraft & { name: string })[] {
  const list = parseJson(text);
  if (!Array.isArray(list)) throw new CommandError('The file holds no list of popups.');
  return list.map((entry: unknown) => importedDraft(isRecord(entry) ? entry : {}));
}

function importedDraft(entry: Readonly<Record<string, unknown>>): PopupDraft & { name: string } {
  const { name, title, content, status, enabled, settings } = entry;
  return {
    name: String(name ?? 'Popup'),
    title: String(title ?? ''),
    content: storePostText(String(content ?? ''), { unfiltered: false }),
    status: status === 'publish' ? 'publish' : 'draft',
    enabled: enabled !== false,
    settings: isRecord(settings) ? settings : {},
  };
}
