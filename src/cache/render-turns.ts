import type { ServerResponse } from 'node:http';

/** Lets one request make an answer while others that want the same wait for it. */
export interface RenderTurns {
  /** Goes ahead if nobody is making this answer, else waits until it is made or turns out not to be shareable. */
  take(key: string, response: ServerResponse, goAhead: () => void, afterwards: () => void): void;
  /** Says that the answer is about to be kept; the function it returns, that it was. */
  keeping(key: string): () => void;
}

interface Turn {
  readonly waiting: (() => void)[];
  isKept: boolean;
}

const mostRemembered = 1_000;

export function createRenderTurns(): RenderTurns {
  const turns = new Map<string, Turn>();
  /** Answers that were nobody else's last time; waiting for them would only cost time. */
  const unshared = new Set<string>();
  const end = (key: string, turn: Turn): void => {
    if (turns.get(key) !== turn) return;
    turns.delete(key);
    for (const go of turn.waiting) go();
  };
  return {
    take(key, response, goAhead, afterwards) {
      const running = turns.get(key);
      if (running) {
        running.waiting.push(afterwards);
        return;
      }
      if (unshared.has(key)) return goAhead();
      const turn: Turn = { waiting: [], isKept: false };
      turns.set(key, turn);
      response.once('close', () => {
        if (turn.isKept) return;
        unshared.add(key);
        if (unshared.size > mostRemembered) unshared.delete(unshared.values().next().value as string);
        end(key, turn);
      });
      goAhead();
    },
    keeping(key) {
      unshared.delete(key);
      const turn = turns.get(key);
      if (!turn) return () => {};
      turn.isKept = true;
      return () => end(key, turn);
    },
  };
}
