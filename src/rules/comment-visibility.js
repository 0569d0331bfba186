import { sees } from './visibility.ts';
/** Whether a loaded comment is visible. */
export function seesComment(visibility, comment) {
  return visibility.anyOf.some((clause) => holds(clause, comment));
}
function holds(clause, comment) {
  if (clause.approved !== 'any' && !clause.approved.includes(comment.approved)) return false;
  if (clause.types && !clause.types.includes(comment.type)) return false;
  if (clause.userId !== undefined && clause.userId !== comment.userId) return false;
  const { post } = comment;
  if (clause.unprotected && post && post.password !== '' && !clause.unprotected.exceptPostIds.includes(post.id)) {
    return false;
  }
  if (clause.post === undefined) return true;
  if (clause.post === 'none') return post === null;
  return post !== null && sees(clause.post, post);
}
