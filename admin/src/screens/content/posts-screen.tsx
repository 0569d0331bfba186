import { useSearch } from '@tanstack/react-router';
import { ContentList } from './content-list.tsx';
import { postKind } from './content-kind.ts';

export function PostsScreen() {
  return <ContentList kind={postKind} search={useSearch({ from: '/posts' })} />;
}
