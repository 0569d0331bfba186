import type { Random } from '../../simulation/random.ts';
import { Refused, type StormWriter } from './writer.ts';

/** What visitors see of the content of a lane. */
export interface LaneState {
  /** The titles of what is published, by id. */
  readonly published: ReadonlyMap<number, string>;
  /** Approved comments of the lane's first post. */
  readonly comments: number;
}

interface Moment {
  readonly state: LaneState;
  /** When the write that led to it was sent. */
  readonly begunAt: number;
  /** When it was acknowledged; null as long as it was not. */
  acknowledgedAt: number | null;
}

/** What a lane writes until one of its writes has an unknown outcome; then it begins again with another tag. */
export class Episode {
  readonly tag: number;
  /** A word in all titles of the episode and in no other. */
  readonly word: string;
  readonly first: number;
  readonly #moments: Moment[];
  isOver = false;

  constructor(tag: number, word: string, first: number, state: LaneState) {
    this.tag = tag;
    this.word = word;
    this.first = first;
    this.#moments = [{ state, begunAt: 0, acknowledgedAt: performance.now() }];
  }

  get state(): LaneState {
    return (this.#moments.at(-1) as Moment).state;
  }

  /** A write that leads to another state. */
  async write(next: (id: number) => LaneState, work: () => Promise<unknown>): Promise<void> {
    const begunAt = performance.now();
    // The id of a new post is known when it is acknowledged; until then it is one that no answer names.
    const moment: Moment = { state: next(0), begunAt, acknowledgedAt: null };
    this.#moments.push(moment);
    const id = await work();
    this.#moments[this.#moments.length - 1] = {
      state: next(typeof id === 'number' ? id : 0),
      begunAt,
      acknowledgedAt: performance.now(),
    };
  }

  /** The states that an answer may show which was asked for and came at these times. */
  possible(askedAt: number, answeredAt: number): LaneState[] {
    const firstAt = this.#moments.findLastIndex((moment) => (moment.acknowledgedAt ?? Infinity) <= askedAt);
    return this.#moments
      .slice(Math.max(0, firstAt))
      .filter((moment) => moment.begunAt <= answeredAt)
      .map((moment) => moment.state);
  }
}

export interface LaneOptions {
  readonly name: string;
  readonly writer: StormWriter;
  /** How late readers may see what was acknowledged. */
  readonly lateMs: number;
  readonly categories: readonly number[];
  readonly authors: readonly number[];
  readonly random: Random;
  readonly pauseMs: number;
}

/** One program that writes one thing after the other, and knows what it wrote. */
export class Lane {
  readonly options: LaneOptions;
  episode: Episode | null = null;
  writes = 0;
  /** Writes that were answered with an error. */
  readonly refused: string[] = [];
  /** Writes whose answer never came. */
  lost = 0;
  #episodes = 0;

  constructor(options: LaneOptions) {
    this.options = options;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        const episode = await this.#begin();
        this.episode = episode;
        while (!isOver()) {
          await this.#write(episode);
          this.writes += 1;
          await new Promise((done) => setTimeout(done, this.options.pauseMs));
        }
      } catch (error) {
        if (error instanceof Refused) this.refused.push(error.message);
        else if (isConnectionError(error)) this.lost += 1;
        else throw error;
        if (this.episode) this.episode.isOver = true;
        this.episode = null;
        await new Promise((done) => setTimeout(done, 200));
      }
    }
    this.options.writer.end();
  }

  async #begin(): Promise<Episode> {
    const { name, writer, categories, authors } = this.options;
    this.#episodes += 1;
    const word = `${name}e${this.#episodes}x`;
    const tag = await writer.tag(word);
    const title = `${word} first`;
    const [category = 0] = categories;
    const first = await writer.post({ title, status: 'publish', tag, category, author: authors[0] as number });
    this.writes += 2;
    return new Episode(tag, word, first, { published: new Map([[first, title]]), comments: 0 });
  }

  readonly #drafts: number[] = [];
  readonly #comments: number[] = [];
  #shownIn: Episode | null = null;

  async #write(episode: Episode): Promise<void> {
    if (this.#shownIn !== episode) {
      this.#shownIn = episode;
      this.#drafts.length = 0;
      this.#comments.length = 0;
    }
    const { writer, categories, authors, random } = this.options;
    const { state, word, first, tag } = episode;
    const others = [...state.published.keys()].filter((id) => id !== first);
    const title = `${word} ${random.below(1_000_000)}`;
    const shown = (change: (published: Map<number, string>) => void): LaneState => {
      const published = new Map(state.published);
      change(published);
      return { ...state, published };
    };
    const same = () => state;
    const turn = random.below(100);
    if (turn < 25 || (turn < 80 && others.length === 0)) {
      const status = random.chance(0.75) ? 'publish' : 'draft';
      const post = { title, status, tag, category: random.pick(categories), author: random.pick(authors) } as const;
      if (status === 'publish')
        return episode.write(
          (id) => shown((published) => published.set(id, title)),
          () => writer.post(post),
        );
      return episode.write(same, async () => void this.#drafts.push(await writer.post(post)));
    }
    const id = others.length > 0 ? random.pick(others) : first;
    const gone = () => shown((published) => published.delete(id));
    if (turn < 45)
      return episode.write(
        () => shown((published) => published.set(id, title)),
        () => writer.retitle(id, title),
      );
    if (turn < 52) return episode.write(same, () => writer.setCategory(id, random.pick(categories)));
    if (turn < 57) return episode.write(same, () => writer.setAuthor(id, random.pick(authors)));
    if (turn < 65) {
      this.#drafts.push(id);
      return episode.write(gone, () => writer.setStatus(id, 'draft'));
    }
    if (turn < 73) return episode.write(gone, () => writer.trash(id));
    if (turn < 80) return episode.write(gone, () => writer.remove(id));
    const draft = this.#drafts.shift();
    if (turn < 86 && draft !== undefined) {
      // Its title is given again: the one it has is known to the database only.
      await episode.write(same, () => writer.retitle(draft, title));
      return episode.write(
        () => shown((published) => published.set(draft, title)),
        () => writer.setStatus(draft, 'publish'),
      );
    }
    const comment = this.#comments.shift();
    if (turn < 92 && comment !== undefined)
      return episode.write(
        () => ({ ...state, comments: state.comments - 1 }),
        () => (random.chance(0.5) ? writer.hold(comment) : writer.removeComment(comment)),
      );
    return episode.write(
      () => ({ ...state, comments: state.comments + 1 }),
      async () => void this.#comments.push(await writer.comment(first, `${word} ${title}`)),
    );
  }
}

function isConnectionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E(?:CONN|PIPE)/.test(String(error.code));
}
