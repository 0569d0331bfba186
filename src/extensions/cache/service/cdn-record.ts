import type { Store } from '../../../extension.ts';
import { changeState, type StateEntry } from '../stored-state.ts';
import { asMessage, isMissing, type Message, membersOf } from './message.ts';
import { type NoticeTone, noticeText, raiseNotice } from './notices.ts';

/** The progress of setting up a content delivery network. Nothing in here decides where the site's files are. */
export interface CdnRecord {
  readonly state: 'none' | 'running' | 'nameservers' | 'done' | 'error';
  readonly nameservers: readonly string[];
  readonly cname: string;
  readonly summary: unknown;
  readonly verifyMessage: string;
  readonly error: string;
  readonly setUpMs: number;
  readonly doneMs: number;
}

export const cdnEntry: StateEntry<CdnRecord> = {
  name: 'cdn',
  blank: {
    state: 'none',
    nameservers: [],
    cname: '',
    summary: null,
    verifyMessage: '',
    error: '',
    setUpMs: 0,
    doneMs: 0,
  },
};

/** The new record after a message, and the notice for the administrator. */
interface Step {
  readonly change: (record: CdnRecord) => CdnRecord;
  readonly notice: { readonly tone: NoticeTone; readonly text: string } | null;
  readonly links: boolean;
}

/** Handles a message about the set-up; returns whether it connects the site to the network. */
export async function takeCdnMessage(message: Message, store: Store, nowMs: number): Promise<boolean> {
  const step = stepOf(message, nowMs);
  await changeState(store, cdnEntry, step.change);
  if (step.notice) await raiseNotice(store, step.notice, nowMs);
  return step.links;
}

/** A message without the members it needs leaves a general error. */
export async function noteBrokenCdnMessage(store: Store): Promise<void> {
  const error = 'The set-up sent a message that says nothing.';
  await changeState(store, cdnEntry, (record): CdnRecord => ({ ...record, state: 'error', error }));
}

function stepOf(message: Message, nowMs: number): Step {
  const result = asMessage(message['result']);
  const text = noticeText(result['_msg']);
  const nameservers = hostNames(result['nameservers']);
  const [cname = ''] = hostNames(result['cname']);
  if (isMissing(message['success']) && text !== '') {
    return {
      change: (record) => ({ ...record, state: 'error', error: text }),
      notice: { tone: 'error', text: `The set-up of the delivery network failed: ${text}` },
      links: false,
    };
  }
  if (nameservers.length > 0 || cname !== '') {
    const summary = boundedJson(result['summary']);
    return {
      change: (record) => ({ ...record, state: 'nameservers', error: '', nameservers, cname, summary, setUpMs: nowMs }),
      notice: { tone: 'success', text: 'The delivery network is ready; point your domain to its name servers.' },
      links: true,
    };
  }
  if (result['done'] !== undefined) {
    return {
      change: (record) => ({
        ...record,
        state: 'done',
        error: '',
        verifyMessage: '',
        nameservers: [],
        cname: '',
        doneMs: nowMs,
      }),
      notice: null,
      links: false,
    };
  }
  if (text !== '') {
    return {
      change: (record) => (record.nameservers.length > 0 ? { ...record, verifyMessage: text } : record),
      notice: { tone: 'note', text },
      links: false,
    };
  }
  return {
    change: (record) => ({ ...record, state: 'running' }),
    notice: { tone: 'info', text: 'The set-up of the delivery network is running.' },
    links: false,
  };
}

const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}\.?$/i;

/** The host names in a text or list; an empty list if one of them is invalid. */
function hostNames(value: unknown): string[] {
  const names = typeof value === 'string' ? value.split(/[\s,]+/) : (membersOf(value) ?? []).map(([, name]) => name);
  const sent = names.filter((name) => name !== '');
  return sent.every(isHostName) ? sent.slice(0, 16) : [];
}

const isHostName = (name: unknown): name is string => typeof name === 'string' && hostName.test(name);

const mostSummary = 16_384;

function boundedJson(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  return text.length <= mostSummary ? JSON.parse(text) : null;
}
