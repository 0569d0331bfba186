<?php
// Content types for the comparison, registered through the functions that WordPress documents for that: one flat and
// one hierarchical type, a taxonomy of each sort, and meta of every type.
add_action('init', function () {
  register_post_type('product', [
    'labels' => ['name' => 'Products', 'singular_name' => 'Product'],
    'public' => true, 'show_in_rest' => true, 'rest_base' => 'products', 'has_archive' => true,
    'supports' => ['title', 'editor', 'author', 'thumbnail', 'excerpt', 'custom-fields', 'comments', 'revisions'],
    'taxonomies' => ['genre', 'shelf', 'post_tag'], 'rewrite' => ['slug' => 'products'],
  ]);
  register_post_type('guide', [
    'labels' => ['name' => 'Guides', 'singular_name' => 'Guide'], 'description' => 'How to do things.',
    'public' => true, 'show_in_rest' => true, 'hierarchical' => true, 'capability_type' => 'page', 'map_meta_cap' => true,
    'supports' => ['title', 'editor', 'page-attributes'],
  ]);
  register_taxonomy('genre', ['product'], ['labels' => ['name' => 'Genres', 'singular_name' => 'Genre'], 'hierarchical' => true,
    'show_in_rest' => true, 'rest_base' => 'genres']);
  register_taxonomy('shelf', ['product', 'guide'], ['labels' => ['name' => 'Shelves', 'singular_name' => 'Shelf'],
    'show_in_rest' => true, 'rest_base' => 'shelves', 'rewrite' => ['slug' => 'on-shelf']]);
  register_post_meta('product', 'price', ['type' => 'number', 'single' => true, 'default' => 1.5, 'show_in_rest' => true, 'description' => 'Price.']);
  register_post_meta('product', 'stock', ['type' => 'integer', 'single' => true, 'show_in_rest' => true]);
  register_post_meta('product', 'sold', ['type' => 'boolean', 'single' => true, 'show_in_rest' => true]);
  register_post_meta('product', 'colours', ['type' => 'string', 'single' => false, 'show_in_rest' => true]);
  register_post_meta('product', 'parts', ['type' => 'array', 'single' => true, 'show_in_rest' => ['schema' => ['type' => 'array', 'items' => ['type' => 'integer']]]]);
  register_post_meta('product', 'size', ['type' => 'object', 'single' => true, 'show_in_rest' => ['schema' => ['type' => 'object',
    'properties' => ['width' => ['type' => 'number'], 'unit' => ['type' => 'string', 'enum' => ['cm', 'in']]]]]]);
  register_post_meta('product', '_hidden', ['type' => 'string', 'single' => true, 'show_in_rest' => true]);
  register_post_meta('product', 'quiet', ['type' => 'string', 'single' => true]);
  register_term_meta('genre', 'mood', ['type' => 'string', 'single' => true, 'show_in_rest' => true]);
});
