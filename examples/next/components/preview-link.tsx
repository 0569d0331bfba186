'use client';

import { useRouter } from 'next/navigation';
import { connectPreview } from 'platen/preview';
import { useEffect } from 'react';

/** Renews the page while somebody types in the editor, and leads clicks on the page to its fields. */
export function PreviewLink({ editor }: { readonly editor: string }) {
  const router = useRouter();
  useEffect(() => {
    const connection = connectPreview({ editor, onChange: () => router.refresh() });
    return () => connection.close();
  }, [editor, router]);
  return null;
}
