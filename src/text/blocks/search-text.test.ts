import { describe, expect, it } from 'vitest';
import { searchedContent } from './parse-blocks.ts';

describe('the searched part of a content', () => {
  it('is all of a text without blocks', () => {
    const text = '<!-- more --> a <!-- note {"word":"kept"} --> b <!-- /wp:alone -->';
    expect(searchedContent(text)).toBe(text);
  });

  it('leaves out the comments of blocks with their attributes, and keeps other comments', () => {
    const text = '<!-- wp:a/b {"x":"gone"} --><p>in</p><!-- kept --><!-- /wp:a/b -->out<!-- wp:void {"y":1} /-->';
    expect(searchedContent(text)).toBe('<p>in</p><!-- kept -->out');
  });

  it('keeps what only looks like a block', () => {
    expect(searchedContent('<!-- wp:p --><!-- wp:9 word -->')).toBe('<!-- wp:9 word -->');
  });
});
