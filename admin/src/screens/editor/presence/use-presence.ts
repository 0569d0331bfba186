import { useEffect, useRef, useState } from 'react';
import { newVisit, type Presence, type PresenceAct, sayLeft, sayPresent } from './presence-api.ts';

/** How often the page says that it is there; more often where somebody else is. */
const everyMs = 10_000;
const everyMsTogether = 3_000;

export interface PresenceState {
  /** Null until the server has answered. */
  readonly presence: Presence | null;
  /** When this page asked to take over; null while it does not wait for an answer. */
  readonly askedAt: number | null;
  /** Asks for something; throws what the server says. */
  act(what: PresenceAct): Promise<void>;
}

/** The visit that has the turn, as far as it can be told from others; null where none of the others has it. */
function holderOf({ others }: Presence): string | null {
  const holder = others.find(({ holds }) => holds);
  return holder ? `${holder.id} ${holder.since}` : null;
}

/** Who else has an item open, for as long as this page has. */
export function usePresence(id: number | null): PresenceState {
  const [visit] = useState(newVisit);
  const [presence, setPresence] = useState<Presence | null>(null);
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begun = useRef(0);
  const asked = useRef<string | null>(null);

  const beat = async (item: number, what?: PresenceAct): Promise<void> => {
    begun.current += 1;
    const turn = begun.current;
    clearTimeout(timer.current);
    try {
      const found = await sayPresent(item, visit, what);
      // A later one knows more.
      if (turn === begun.current) {
        setPresence(found);
        const holder = holderOf(found);
        if (what === 'ask') asked.current = holder;
        // Whoever has the turn since was not asked.
        if (holder === null || holder !== asked.current || found.declined) setAskedAt(null);
      }
    } finally {
      if (turn === begun.current)
        timer.current = setTimeout(() => again(item), isTogether.current ? everyMsTogether : everyMs);
    }
  };
  const again = (item: number) => void beat(item).catch(() => {});
  const isTogether = useRef(false);
  isTogether.current = presence !== null && (presence.others.length > 0 || presence.elsewhere !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with the item, and goes on by itself
  useEffect(() => {
    if (id === null) return;
    again(id);
    const hide = () => sayLeft(id, visit, true);
    const back = (event: PageTransitionEvent) => event.persisted && again(id);
    window.addEventListener('pagehide', hide);
    window.addEventListener('pageshow', back);
    return () => {
      begun.current += 1;
      clearTimeout(timer.current);
      window.removeEventListener('pagehide', hide);
      window.removeEventListener('pageshow', back);
      sayLeft(id, visit);
    };
  }, [id, visit]);

  return {
    presence,
    askedAt,
    async act(what) {
      if (id === null) return;
      if (what === 'ask') setAskedAt(Date.now());
      try {
        await beat(id, what);
      } catch (error) {
        if (what === 'ask') setAskedAt(null);
        throw error;
      }
    },
  };
}
