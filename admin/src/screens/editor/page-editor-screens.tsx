import { useParams } from '@tanstack/react-router';
import { pageEditor } from './editor-kind.ts';
import { EditExisting, EditNew } from './editor-screen.tsx';

export function EditPage() {
  const { id } = useParams({ from: '/pages/$id' });
  return <EditExisting kind={pageEditor} id={Number(id)} />;
}

export function NewPage() {
  return <EditNew kind={pageEditor} />;
}
