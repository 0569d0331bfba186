interface HtmlProps {
  readonly as: 'span' | 'div' | 'h1' | 'p';
  /** As the server rendered it: it has removed what its authors may not write. */
  readonly html: string;
  readonly className?: string;
  /** The field of the editor that a click in a preview leads to. */
  readonly field?: string;
}

/** A text of the interface, which is HTML. */
export function Html({ as: Tag, html, className, field }: HtmlProps) {
  return (
    <Tag
      {...(className === undefined ? {} : { className })}
      {...(field === undefined ? {} : { 'data-platen-field': field })}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
