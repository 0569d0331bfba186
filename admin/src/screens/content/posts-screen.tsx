import { useSearch } from '@tanstack/react-router';
import { postKind } from './content-kind.ts';
import { ContentList } from './content-list.tsx';

export function PostsScreen() {
  return <ContentList kind={postKind} search={useSearch({ from: '/posts' })} />;
}
