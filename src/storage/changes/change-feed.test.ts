import { describe, expect, it } from 'vitest';
import type { TouchedTags } from '../store/site.ts';
import { ChangeFeed } from './change-feed.ts';
import type { LoggedChange } from './change-log.ts';

function feedOf(changes: (TouchedTags | null)[]): ChangeFeed {
  return new ChangeFeed({ poll: () => changes.shift() ?? null, expire: () => {} });
}

describe('the feed of changes', () => {
  it('hands over what was noticed since it was last asked, once', () => {
    const feed = feedOf([new Set(['post:1']), new Set(['post:2', 'posts'])]);
    feed.refresh();
    expect(feed.poll()).toEqual(new Set(['post:1', 'post:2', 'posts']));
    expect(feed.poll()).toBeNull();
  });

  it('does not gather without end where nobody asks', () => {
    const feed = feedOf(Array.from({ length: 20_000 }, (_, n) => new Set([`post:${n}`])));
    for (let n = 0; n < 20_000; n++) feed.refresh();
    expect(feed.poll()).toBe('everything');
  });

  it('tells of a write of this process when it is committed, and takes its row of the log as found', () => {
    const [heard, skipped]: [TouchedTags[], LoggedChange[]] = [[], []];
    const feed = new ChangeFeed({ poll: () => null, expire: () => {}, skip: (own) => skipped.push(own) });
    feed.listen((touched) => heard.push(touched));
    feed.committed({ seq: 4, token: 9 }, new Set(['post:1']));
    expect(heard).toEqual([new Set(['post:1'])]);
    feed.committed({ seq: 5, token: 8 }, new Set(['post:1', '*']));
    expect(heard[1]).toBe('everything');
    expect(skipped).toEqual([
      { seq: 4, token: 9 },
      { seq: 5, token: 8 },
    ]);
    expect(feed.poll()).toBe('everything');
  });

  it('tells those who listen of each change as it comes', () => {
    const heard: TouchedTags[] = [];
    const feed = feedOf([new Set(['options']), 'everything']);
    feed.listen((touched) => heard.push(touched));
    feed.refresh();
    feed.refresh();
    expect(heard).toEqual([new Set(['options']), 'everything']);
  });
});
