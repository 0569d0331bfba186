import { plainText } from '../../ui/plain-text.ts';
import type { AuditItem } from './audit-api.ts';
import type { AuditWords } from './words.ts';

/** What happened, as a sentence; an event that this page does not know keeps its name. */
export function auditSentence(words: AuditWords, item: AuditItem): string {
  const { detail } = item;
  const list = (name: string) => {
    const value = detail[name];
    return Array.isArray(value) ? value.join(', ') : '';
  };
  const text = (name: string) => (typeof detail[name] === 'string' ? detail[name] : '');
  const way = words.ways[text('with')];
  const title = plainText(item.object_title);
  const quoted = title && words.quoted(title);
  return (
    words.events[item.event]?.({
      id: quoted || String(item.object),
      about: quoted,
      name: item.object_name,
      type: words.types[item.object_name] ?? item.object_name,
      fields: list('fields'),
      roles: list('roles'),
      detail: text('name') || text('form') || list('tags') || text('address'),
      state: text('state'),
      refused: detail['refused'] === undefined ? '' : String(detail['refused']),
      way: way === undefined ? '' : ` ${way}`,
    }) ?? item.event
  );
}

/** Who did it: an account, the command line, or whoever tried. */
export function auditActor(words: AuditWords, item: AuditItem): string {
  if (item.user > 0) return item.user_name || words.gone(item.user);
  if (item.detail['by'] === 'command') return words.command;
  return item.address === '' ? words.program : words.visitor;
}
