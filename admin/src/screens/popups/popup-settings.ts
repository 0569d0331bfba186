type Settings = Readonly<Record<string, unknown>>;
type Member = Readonly<Record<string, unknown>>;

/** The settings that the form offers; everything else stays as it is. */
export interface PopupSettingsForm {
  /** Seconds; null where it does not open by itself. */
  readonly delay: number | null;
  readonly selector: string;
  readonly afterForm: boolean;
  /** Days without it after it was closed; 0 until the browser is closed, null for none. */
  readonly quietDays: number | null;
  /** Beginnings of paths, one per line; empty for everywhere. */
  readonly paths: string;
  readonly closeText: string;
  readonly closesOnOverlay: boolean;
}

const membersIn = (value: unknown): readonly Member[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

export function readSettings(settings: Settings): PopupSettingsForm {
  const triggers = membersIn(settings['triggers']);
  const of = (type: string) => triggers.find((one) => one['type'] === type);
  const delay = of('delay');
  const [cookie] = membersIn(settings['cookies']);
  return {
    delay: delay ? Number(delay['seconds'] ?? 0) : null,
    selector: String(of('click')?.['selector'] ?? ''),
    afterForm: of('form') !== undefined,
    quietDays: cookie ? Number(cookie['days'] ?? 0) : null,
    paths: pathsIn(settings),
    closeText: String(settings['closeText'] ?? ''),
    closesOnOverlay: settings['closeOnOverlay'] !== false,
  };
}

/** The paths of one group of plain alternatives; anything else is not for this form. */
function pathsIn(settings: Settings): string {
  const groups = Array.isArray(settings['conditions']) ? settings['conditions'] : [];
  const group = groups.length === 1 ? membersIn(groups[0]) : [];
  const isPlain = group.every((one) => typeof one['path'] === 'string' && !one['not'] && !one['selector']);
  return isPlain ? group.map((one) => one['path']).join('\n') : '';
}

/** The stored settings with what the form says. */
export function writeSettings(stored: Settings, form: PopupSettingsForm, name: string): Settings {
  const before = readSettings(stored);
  const others = membersIn(stored['triggers']).filter(
    (one, at, all) =>
      !['delay', 'click', 'form'].includes(String(one['type'])) ||
      all.findIndex((first) => first['type'] === one['type']) !== at,
  );
  const triggers = [
    ...(form.delay === null ? [] : [{ type: 'delay', seconds: form.delay }]),
    ...(form.selector.trim() === '' ? [] : [{ type: 'click', selector: form.selector.trim() }]),
    ...(form.afterForm ? [{ type: 'form' }] : []),
    ...others,
  ];
  const [cookie, ...cookies] = membersIn(stored['cookies']);
  const paths = form.paths
    .split('\n')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  const { closeText: _text, ...rest } = stored;
  return {
    ...rest,
    triggers,
    cookies: [...(form.quietDays === null ? [] : [{ name, on: 'close', ...cookie, days: form.quietDays }]), ...cookies],
    ...(form.paths === before.paths ? {} : { conditions: paths.length > 0 ? [paths.map((path) => ({ path }))] : [] }),
    ...(form.closeText.trim() === '' ? {} : { closeText: form.closeText.trim() }),
    closeOnOverlay: form.closesOnOverlay,
  };
}

/** What is edited of a popup. */
export interface PopupDraft {
  readonly name: string;
  readonly title: string;
  readonly content: string;
  readonly status: 'publish' | 'draft' | 'private';
  readonly settings: PopupSettingsForm;
}
