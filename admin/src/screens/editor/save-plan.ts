import { changesOf, type EditorFields, type FieldName, textsOf } from './fields.ts';

type Status = EditorFields['status'];

/** Names the words of a button; what they say is what it does. */
export type SaveLabel =
  | 'saveDraft'
  | 'savePending'
  | 'update'
  | 'saveBeside'
  | 'publishChanges'
  | 'publish'
  | 'schedule'
  | 'publishPrivately'
  | 'submit'
  | 'toDraft';

export interface SaveAction {
  /** What the item is to be afterwards. */
  readonly target: EditorFields;
  /** Choices that it leaves alone; they stay in the editor. */
  readonly held: Partial<EditorFields>;
}

export interface SaveButton extends SaveAction {
  readonly label: SaveLabel;
}

export interface SavePlan {
  /** What the chosen state asks for, or the next step. */
  readonly main: SaveButton;
  /** Saves without a change of what visitors see; null where the main button does just that. */
  readonly save: SaveButton | null;
  /** Saves beside what is published, which stays as it is; null for what nobody sees yet. */
  readonly beside: SaveButton | null;
}

interface Circumstances {
  readonly canPublish: boolean;
  /** Whether there are saved changes that are not published. */
  readonly hasBeside?: boolean;
  /** The time of the site's clock, written as the dates of the editor are. */
  readonly now: string;
}

/** Whether there is a page for somebody, now or on its date. */
export const isLive = (status: Status): boolean => ['publish', 'future', 'private'].includes(status);

/** What the buttons do and say, for what is stored and what stands in the editor. */
export function planSaves(stored: EditorFields, fields: EditorFields, circumstances: Circumstances): SavePlan {
  const { canPublish, now, hasBeside = false } = circumstances;
  const date = fields.date === '' && isLive(stored.status) ? stored.date : fields.date;
  const status = statusAt(wantedStatus(stored, fields, canPublish), date, now);
  const target = { ...fields, status, date };
  const isSame = status === stored.status && (isLive(status) || status === fields.status);
  const kept = { ...fields, ...unpublished(stored, { ...fields, date }, now) };
  const held = changesOf(fields, kept);
  const isPublic = stored.status === 'publish' || stored.status === 'private';
  const beside = isPublic ? { label: 'saveBeside' as const, target: kept, held } : null;
  if (isSame) return { main: { label: hasBeside ? 'publishChanges' : 'update', target, held: {} }, save: null, beside };
  const label = isLive(kept.status) ? 'update' : kept.status === 'pending' ? 'savePending' : 'saveDraft';
  return {
    main: { label: changeLabels[status], target, held: {} },
    save: { label, target: kept, held },
    beside,
  };
}

/** Something new is stored by itself with its texts only: as a draft, whatever was chosen for it. */
export function planFirstAutosave(stored: EditorFields, fields: EditorFields): SaveAction {
  const target = { ...stored, ...textsOf(fields) };
  return { target, held: changesOf(fields, target) };
}

/** What is sent to turn what is stored into the target. */
export function wireOf(
  target: EditorFields,
  stored: EditorFields,
  names: readonly FieldName[],
  nowGmt: string,
): Readonly<Record<string, unknown>> {
  const changes = Object.entries(changesOf({ ...target, date: completeDate(target.date) }, stored));
  const sent: Partial<EditorFields> = Object.fromEntries(changes.filter(([name]) => names.some((one) => one === name)));
  // In the interface, each taxonomy is a member of its own.
  const { terms, date, ...rest } = sent;
  if (date !== '') return { ...rest, ...terms, ...(date === undefined ? {} : { date }) };
  // The interface has no empty date: it is the moment of publishing.
  const isPublished = isLive(target.status) && !isLive(stored.status);
  return { ...rest, ...terms, ...(isPublished ? { date_gmt: nowGmt } : {}) };
}

/** Browsers leave out the seconds of a whole minute; the interface asks for them. */
export const completeDate = (date: string): string => (/T\d\d:\d\d$/.test(date) ? `${date}:00` : date);

const changeLabels: Readonly<Record<Status, SaveLabel>> = {
  publish: 'publish',
  future: 'schedule',
  private: 'publishPrivately',
  pending: 'submit',
  draft: 'toDraft',
};

function wantedStatus(stored: EditorFields, { status }: EditorFields, canPublish: boolean): Status {
  if (isLive(stored.status) || isLive(status)) return status;
  if (status === 'pending' && stored.status !== 'pending') return 'pending';
  return canPublish ? 'publish' : 'pending';
}

/** As the server decides it: the date tells what is published from what is scheduled. */
function statusAt(status: Status, date: string, now: string): Status {
  const isLater = completeDate(date) > now;
  if (status === 'publish' && isLater) return 'future';
  return status === 'future' && !isLater ? 'publish' : status;
}

/** State and date with which visitors see neither more nor less than before. */
function unpublished(stored: EditorFields, { status, date }: EditorFields, now: string) {
  if (!isLive(stored.status)) return { status: status === 'draft' ? status : stored.status };
  const moves = statusAt(stored.status, date, now) !== stored.status;
  return { status: stored.status, date: moves ? stored.date : date };
}
