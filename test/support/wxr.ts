/** An export file around some of its parts. */
export function wxrXml(body: string, home = 'https://old.example'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/">
<channel><title>Old</title><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${home}</wp:base_site_url><wp:base_blog_url>${home}</wp:base_blog_url>
${body}
</channel>
</rss>`;
}

export interface ItemFacts {
  readonly id: number;
  readonly type?: string;
  readonly title?: string;
  readonly slug?: string;
  readonly status?: string;
  readonly creator?: string;
  readonly content?: string;
  readonly parent?: number;
  readonly menuOrder?: number;
  readonly password?: string;
  readonly sticky?: 0 | 1;
  readonly guid?: string;
}

/** One item of an export file; `more` goes inside. */
export function itemXml(facts: ItemFacts, more = ''): string {
  const { id, type = 'post', title = `Item ${id}`, slug = `item-${id}`, status = 'publish' } = facts;
  const guid = facts.guid ?? `https://old.example/?p=${id}&type=${type}`;
  return `<item><title><![CDATA[${title}]]></title><dc:creator>${facts.creator ?? 'admin'}</dc:creator>
    <guid>${guid.replaceAll('&', '&amp;')}</guid>
    <content:encoded><![CDATA[${facts.content ?? `Text of ${id}.`}]]></content:encoded>
    <wp:post_id>${id}</wp:post_id><wp:post_date>2020-01-01 10:00:00</wp:post_date>
    <wp:post_date_gmt>2020-01-01 10:00:00</wp:post_date_gmt><wp:comment_status>open</wp:comment_status>
    <wp:post_name>${slug}</wp:post_name><wp:status>${status}</wp:status><wp:post_parent>${facts.parent ?? 0}</wp:post_parent>
    <wp:menu_order>${facts.menuOrder ?? 0}</wp:menu_order><wp:post_type>${type}</wp:post_type>
    <wp:post_password>${facts.password ?? ''}</wp:post_password><wp:is_sticky>${facts.sticky ?? 0}</wp:is_sticky>
    ${more}</item>`;
}
