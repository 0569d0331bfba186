<?php
// Reads an export file by its public format and makes its content through the functions WordPress documents for that.
// The plugin that WordPress offers for this is not part of its package; what it reads is what is read here.
// Expects WordPress to be loaded and $file to name the file.

require_once ABSPATH . 'wp-admin/includes/admin.php';

$xml = simplexml_load_file($file);
if ($xml === false) throw new Exception('The export file is not well-formed.');
$channel = $xml->channel;
$wp = fn($element) => $element->children('http://wordpress.org/export/1.2/');
if ((string) $wp($channel)->wxr_version !== '1.2') throw new Exception('The export file is not of version 1.2.');
wp_suspend_cache_addition(true);
add_filter('pre_wp_mail', '__return_true');
kses_remove_filters();
$slashed = fn($values) => wp_slash(array_map('strval', $values));

foreach (get_posts(['post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1]) as $old) wp_delete_post($old->ID, true);

$users = [];
foreach ($wp($channel)->author as $author) {
  $login = (string) $author->author_login;
  $user = get_user_by('login', $login);
  $users[$login] = $user ? $user->ID : wp_insert_user($slashed([
    'user_login' => $login, 'user_pass' => wp_generate_password(), 'user_email' => $author->author_email,
    'display_name' => $author->author_display_name, 'first_name' => $author->author_first_name, 'last_name' => $author->author_last_name,
  ]));
}

$addTerm = function ($taxonomy, $slug, $name, $parentSlug, $description) use ($slashed) {
  if (!taxonomy_exists($taxonomy) || get_term_by('slug', $slug, $taxonomy)) return;
  $parent = $parentSlug === '' ? null : get_term_by('slug', $parentSlug, $taxonomy);
  wp_insert_term(wp_slash($name), $taxonomy, ['parent' => $parent ? $parent->term_id : 0] + $slashed(['slug' => $slug, 'description' => $description]));
};
foreach ($wp($channel)->category as $term)
  $addTerm('category', (string) $term->category_nicename, (string) $term->cat_name, (string) $term->category_parent, (string) $term->category_description);
foreach ($wp($channel)->tag as $term)
  $addTerm('post_tag', (string) $term->tag_slug, (string) $term->tag_name, '', (string) $term->tag_description);

foreach ($channel->item as $item) {
  $own = $wp($item);
  $row = $slashed([
    'post_type' => $own->post_type, 'post_status' => $own->status, 'post_name' => $own->post_name,
    'post_title' => $item->title, 'post_content' => $item->children('http://purl.org/rss/1.0/modules/content/')->encoded,
    'post_excerpt' => $item->children('http://wordpress.org/export/1.2/excerpt/')->encoded,
    'post_date' => $own->post_date, 'post_date_gmt' => $own->post_date_gmt, 'comment_status' => $own->comment_status,
    'ping_status' => $own->ping_status, 'post_password' => $own->post_password, 'guid' => $item->guid,
  ]) + [
    'import_id' => (int) $own->post_id, 'post_parent' => (int) $own->post_parent, 'menu_order' => (int) $own->menu_order,
    'post_author' => $users[(string) $item->children('http://purl.org/dc/elements/1.1/')->creator] ?? 0,
  ];
  if (!post_type_exists($row['post_type'])) continue;
  if ($row['post_type'] === 'attachment') $row['post_mime_type'] = wp_check_filetype((string) $own->attachment_url)['type'];
  $id = wp_insert_post($row, true);
  if (is_wp_error($id)) throw new Exception($id->get_error_message());
  $terms = [];
  foreach ($item->category as $term)
    if (taxonomy_exists((string) $term['domain'])) $terms[(string) $term['domain']][] = (string) $term['nicename'];
  foreach ($terms as $taxonomy => $slugs)
    wp_set_object_terms($id, array_map(fn($slug) => get_term_by('slug', $slug, $taxonomy)->term_id, $slugs), $taxonomy);
  if ((string) $own->is_sticky === '1') stick_post($id);
  foreach ($own->postmeta as $meta) {
    delete_post_meta($id, (string) $meta->meta_key);
    add_post_meta($id, (string) $meta->meta_key, wp_slash(maybe_unserialize((string) $meta->meta_value)));
  }
  $comments = [];
  foreach ($own->comment as $comment) {
    $commentId = wp_insert_comment($slashed([
      'comment_author' => $comment->comment_author, 'comment_author_email' => $comment->comment_author_email,
      'comment_author_url' => $comment->comment_author_url, 'comment_author_IP' => $comment->comment_author_IP,
      'comment_date' => $comment->comment_date, 'comment_date_gmt' => $comment->comment_date_gmt,
      'comment_content' => $comment->comment_content, 'comment_approved' => $comment->comment_approved,
      'comment_type' => $comment->comment_type,
    ]) + ['comment_post_ID' => $id, 'comment_parent' => $comments[(int) $comment->comment_parent] ?? 0]);
    $comments[(int) $comment->comment_id] = $commentId;
    foreach ($comment->commentmeta as $meta)
      add_comment_meta($commentId, (string) $meta->meta_key, wp_slash(maybe_unserialize((string) $meta->meta_value)));
  }
}
