import type { Random } from '../simulation/random.ts';
import type { Rows } from './naive/rows.ts';
import { aboutPeople, aboutPost, aboutTerm } from './questions/about.ts';
import type { PageAsking } from './questions/page-questions.ts';
import type { Question } from './questions/question.ts';
import { type Known, type Subject, type Write, writeAbout } from './writes/clients.ts';

/** One write, and questions about what it may change. */
export interface Step {
  readonly write: Write;
  readonly questions: readonly Question[];
  /** The post that they are about; null where they are about something else. */
  readonly postId: number | null;
}

const subjects: readonly Subject[] = ['post', 'post', 'post', 'comment', 'comment', 'category', 'tag', 'user', 'page'];

/** A step about something that most visitors see. */
export function someStep(asking: PageAsking, known: Known): Step {
  const { random } = asking;
  const subject = random.pick(subjects);
  switch (subject) {
    case 'post':
      return aboutOne(asking, known, subject, postFor(random, asking.rows));
    case 'comment':
      return aboutComment(asking, known);
    case 'category':
    case 'tag':
      return aboutOneTerm(asking, known, subject);
    case 'user':
      return { write: writeAbout(subject, random, known), questions: aboutPeople(asking), postId: null };
    case 'page':
      return aboutOne(asking, known, subject, random.pick(asking.rows.posts.filter(({ type }) => type === 'page')).id);
  }
}

const postFor = (random: Random, { posts }: Rows): number =>
  random.pick(posts.filter(({ type, status }) => type === 'post' && status !== 'trash')).id;

function aboutOne(asking: PageAsking, known: Known, subject: 'post' | 'page', id: number): Step {
  const post = asking.rows.postsById.get(id);
  if (!post) throw new Error(`There is no post ${id}.`);
  const one = subject === 'post' ? { posts: [id] } : { pages: [id] };
  return {
    write: writeAbout(subject, asking.random, { ...known, ...one }),
    questions: aboutPost(asking, post),
    postId: subject === 'post' ? id : null,
  };
}

function aboutComment(asking: PageAsking, known: Known): Step {
  const { random, rows } = asking;
  const comment = random.pick(rows.comments.filter(({ postId }) => rows.postsById.get(postId)?.type === 'post'));
  const post = rows.postsById.get(comment.postId);
  if (!post) throw new Error(`There is no post ${comment.postId}.`);
  const one = { comments: [comment.id], posts: [post.id] };
  return {
    write: writeAbout('comment', random, { ...known, ...one }),
    questions: aboutPost(asking, post),
    postId: post.id,
  };
}

function aboutOneTerm(asking: PageAsking, known: Known, subject: 'category' | 'tag'): Step {
  const { random, rows } = asking;
  const taxonomy = subject === 'category' ? 'category' : 'post_tag';
  const term = random.pick(rows.terms.filter((each) => each.taxonomy === taxonomy && each.id > 1));
  return {
    write: writeAbout(subject, random, first(known, subject, term.id)),
    questions: aboutTerm(asking, term),
    postId: null,
  };
}

/** The term is the one that is written; others are there to be its parent, or to be merged into. */
const first = (known: Known, subject: 'category' | 'tag', id: number): Known =>
  subject === 'category' ? { ...known, categories: [id] } : { ...known, tags: [id] };
