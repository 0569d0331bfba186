import type { BlockAttribute, BlockTypeSource } from './block-type.ts';

// What many blocks support, in the notation of `block-type.ts`.
const typography = `typography(fontSize lineHeight fontFamily fontWeight fontStyle textTransform textDecoration
  letterSpacing controls(fontSize))`;
const aligned = `typography(fontSize lineHeight textAlign fontFamily fontWeight fontStyle textTransform textDecoration
  letterSpacing controls(fontSize))`;
const spacing = 'spacing(margin padding controls(-margin -padding))';
const linkColor = 'color(gradients link controls(background text link))';
const textColor = 'color(gradients link controls(background text))';
const border = 'border(radius color width style controls(radius color width style))';
const client = 'interactivity(clientNavigation)';

const templateLock: BlockAttribute = {
  type: ['string', 'boolean'],
  enum: ['all', 'insert', 'contentOnly', false],
};

/** The rows of a part of a table. */
const rows = (selector: string): BlockAttribute => ({
  type: 'array',
  default: [],
  source: 'query',
  selector,
  query: { cells: { type: 'array', default: [], source: 'query', selector: 'td,th', query: cell } },
});

const cell: Readonly<Record<string, BlockAttribute>> = {
  content: { type: 'rich-text', source: 'rich-text', role: 'content' },
  tag: { type: 'string', default: 'td', source: 'tag' },
  scope: { type: 'string', source: 'attribute', attribute: 'scope' },
  align: { type: 'string', source: 'attribute', attribute: 'data-align' },
  colspan: { type: 'string', source: 'attribute', attribute: 'colspan' },
  rowspan: { type: 'string', source: 'attribute', attribute: 'rowspan' },
};

/** The blocks that editors of this interface know, in the order in which lists show them. */
export const coreBlockTypes: Readonly<Record<string, BlockTypeSource>> = {
  'core/legacy-widget': {
    title: 'Older widget',
    about: 'A widget of an earlier kind.',
    category: 'widgets',
    attributes: 'id:string=null idBase:string=null instance:object=null',
    supports: '-html -customClassName -reusable',
  },
  'core/widget-group': {
    title: 'Group of widgets',
    about: 'Widgets under one title.',
    category: 'widgets',
    attributes: 'title:string',
    supports: '-html -inserter -customClassName -reusable',
  },
  'core/accordion': {
    title: 'Accordion',
    about: 'Sections that open and close, one below the other.',
    category: 'design',
    supports: `anchor -html ${client}`,
  },
  'core/accordion-item': {
    title: 'Section of an accordion',
    about: 'One section: its heading and what it opens.',
    category: 'design',
    parent: ['core/accordion'],
    supports: `anchor -html ${client}`,
  },
  'core/archives': {
    title: 'Archives',
    about: 'Links to the posts of each month, week or year.',
    category: 'widgets',
    attributes: `
      displayAsDropdown:boolean=false showLabel:boolean=true showPostCounts:boolean=false type:string="monthly"
    `,
    supports: `anchor align border(radius color width style) -html ${spacing} ${typography} ${linkColor} ${client}`,
  },
  'core/avatar': {
    title: 'Avatar',
    about: 'The picture of a user.',
    category: 'theme',
    attributes: 'userId:number size:number=96 isLink:boolean=false linkTarget:string="_self"',
    supports: `
      anchor -html align -alignWide ${spacing} border(unserialised radius width color style controls(radius))
      color(-text -background) filter(duotone) ${client}
    `,
    uses: 'postType postId commentId',
    selectors: { border: '.wp-block-avatar img', filter: { duotone: '.wp-block-avatar img' } },
  },
  'core/block': {
    title: 'Stored pattern',
    about: 'Blocks that are stored once and shown wherever they are used.',
    category: 'reusable',
    attributes: 'ref:number content:object=[]',
    supports: `-customClassName -html -inserter -renaming ${client} -customCSS`,
    provides: { 'pattern/overrides': 'content' },
  },
  'core/breadcrumbs': {
    title: 'Breadcrumbs',
    about: 'The path from the front page to this one.',
    category: 'theme',
    supports: `anchor -html ${client}`,
  },
  'core/button': {
    title: 'Button',
    about: 'A link that looks like a button.',
    category: 'design',
    parent: ['core/buttons'],
    attributes: `
      tagName:string(a|button)="a" type:string="button" url:string!{a @href} title:string!{a,button @title}
      text:rich-text!{a,button} linkTarget:string!{a @target} rel:string!{a @rel} placeholder:string
    `,
    supports: `
      anchor splitting -align -alignWide color(unserialised gradients controls(background text)) dimensions(width
      unserialised:width controls(width))
      typography(unserialised:fontSize,lineHeight,textAlign,fontFamily,fontWeight,fontStyle,textTransform,textDecoration,letterSpacing
      fontSize lineHeight textAlign fontFamily fontWeight fontStyle textTransform textDecoration letterSpacing
      writingMode controls(fontSize)) -reusable shadow(unserialised) spacing(unserialised
      padding:horizontal,vertical controls(padding)) border(color radius style width unserialised controls(color
      radius style width)) ${client}
    `,
    selectors: {
      root: '.wp-block-button .wp-block-button__link',
      typography: { writingMode: '.wp-block-button' },
      dimensions: { root: '.wp-block-button', width: '.wp-block-button' },
    },
  },
  'core/calendar': {
    title: 'Calendar',
    about: 'A month with links to the days on which something was published.',
    category: 'widgets',
    attributes: 'month:integer year:integer',
    supports: `
      anchor align -html color(link unserialised:text,background controls(background text) selector='table, th')
      typography(fontSize lineHeight fontFamily fontWeight fontStyle textTransform letterSpacing
      controls(fontSize)) ${client}
    `,
  },
  'core/categories': {
    title: 'List of terms',
    about: 'The terms of a taxonomy, as a list or a menu.',
    category: 'widgets',
    attributes: `
      taxonomy:string="category" displayAsDropdown:boolean=false showHierarchy:boolean=false
      showPostCounts:boolean=false showOnlyTopLevel:boolean=false showEmpty:boolean=false label:string!
      showLabel:boolean=true
    `,
    supports: `anchor align -html ${spacing} ${typography} ${linkColor} ${client} ${border}`,
    uses: 'enhancedPagination',
  },
  'core/comment-author-name': {
    title: 'Name of the commenter',
    about: 'Who wrote the comment.',
    category: 'theme',
    ancestor: ['core/comment-template'],
    attributes: 'isLink:boolean=true linkTarget:string="_self"',
    supports: `anchor -html ${textColor} ${spacing} ${aligned} ${client}`,
    uses: 'commentId',
  },
  'core/comment-content': {
    title: 'Text of the comment',
    about: 'What the comment says.',
    category: 'theme',
    ancestor: ['core/comment-template'],
    supports: `anchor -html ${textColor} spacing(padding) ${aligned}`,
    uses: 'commentId',
  },
  'core/comment-date': {
    title: 'Date of the comment',
    about: 'When the comment was written.',
    category: 'theme',
    ancestor: ['core/comment-template'],
    attributes: 'format:string isLink:boolean=true',
    supports: `anchor -html ${textColor} ${spacing} ${typography} ${client}`,
    uses: 'commentId',
  },
  'core/comment-edit-link': {
    title: 'Link to change the comment',
    about: 'For those who may change it.',
    category: 'theme',
    ancestor: ['core/comment-template'],
    attributes: 'linkTarget:string="_self"',
    supports: `anchor -html color(gradients link -text) ${spacing} ${aligned} ${client}`,
    uses: 'commentId',
  },
  'core/comment-reply-link': {
    title: 'Link to reply',
    about: 'Begins an answer to the comment.',
    category: 'theme',
    ancestor: ['core/comment-template'],
    supports: `anchor -html color(gradients link -text) ${spacing} ${aligned}`,
    uses: 'commentId',
  },
  'core/comment-template': {
    title: 'Form of a comment',
    about: 'The blocks that each comment is shown with.',
    category: 'design',
    parent: ['core/comments'],
    supports: `anchor align -html -reusable ${spacing} ${typography} ${client}`,
    uses: 'postId',
  },
  'core/comments': {
    title: 'Comments',
    about: 'The comments on a post, with their form.',
    category: 'theme',
    attributes: 'tagName:string="div" legacy:boolean=false',
    supports: `
      anchor align:wide,full -html color(gradients heading link controls(background text link)) ${spacing}
      ${typography}
    `,
    uses: 'postId postType',
  },
  'core/comments-pagination': {
    title: 'Pages of comments',
    about: 'Links between the pages of a long list of comments.',
    category: 'theme',
    parent: ['core/comments'],
    allowed: ['core/comments-pagination-previous', 'core/comments-pagination-numbers', 'core/comments-pagination-next'],
    attributes: 'paginationArrow:string="none"',
    supports: `
      anchor align -reusable -html ${linkColor} layout(-allowSwitching -allowInheriting default(type='flex'))
      ${typography} ${client}
    `,
    provides: { 'comments/paginationArrow': 'paginationArrow' },
  },
  'core/comments-pagination-next': {
    title: 'Later comments',
    about: 'Link to the next page of comments.',
    category: 'theme',
    parent: ['core/comments-pagination'],
    attributes: 'label:string',
    supports: `anchor -reusable -html color(gradients -text) ${typography} ${client}`,
    uses: 'postId comments/paginationArrow',
  },
  'core/comments-pagination-numbers': {
    title: 'Numbers of comment pages',
    about: 'Links to the pages of comments by number.',
    category: 'theme',
    parent: ['core/comments-pagination'],
    supports: `anchor -reusable -html color(gradients -text) ${typography} ${client}`,
    uses: 'postId',
  },
  'core/comments-pagination-previous': {
    title: 'Earlier comments',
    about: 'Link to the page of comments before this one.',
    category: 'theme',
    parent: ['core/comments-pagination'],
    attributes: 'label:string',
    supports: `anchor -reusable -html color(gradients -text) ${typography} ${client}`,
    uses: 'postId comments/paginationArrow',
  },
  'core/comments-title': {
    title: 'Title of the comments',
    about: 'Says how many comments there are.',
    category: 'theme',
    ancestor: ['core/comments'],
    attributes: 'showPostTitle:boolean=true showCommentsCount:boolean=true level:number=2 levelOptions:array',
    supports: `-anchor align -html color(gradients controls(background text)) ${spacing} ${aligned} ${client}`,
    uses: 'postId postType',
  },
  'core/cover': {
    title: 'Cover',
    about: 'Text in front of a picture or a video.',
    category: 'media',
    attributes: `
      url:string! useFeaturedImage:boolean=false id:number alt:string="" hasParallax:boolean=false
      isRepeated:boolean=false dimRatio:number=100 overlayColor:string customOverlayColor:string
      isUserOverlayColor:boolean backgroundType:string="image" focalPoint:object minHeight:number
      minHeightUnit:string gradient:string customGradient:string contentPosition:string isDark:boolean=true
      tagName:string="div" sizeSlug:string poster:string{video @poster}
      allowedVideoProviders:array=["youtube","vimeo","videopress","animoto","tiktok","wordpress-tv"]
    `,
    more: { templateLock },
    supports: `
      anchor align -html shadow spacing(padding margin:top,bottom blockGap controls(padding blockGap))
      border(color radius style width controls(color radius style width)) color(heading text -background
      unserialised:gradients -enableContrastChecker) dimensions(aspectRatio) ${typography}
      layout(-allowJustification) ${client} filter(duotone) allowedBlocks
    `,
    uses: 'postId postType',
    selectors: {
      filter: {
        duotone:
          '.wp-block-cover > .wp-block-cover__image-background, .wp-block-cover > .wp-block-cover__video-background',
      },
    },
  },
  'core/details': {
    title: 'Details',
    about: 'Text that readers can open and close.',
    category: 'text',
    isStatic: true,
    attributes: `
      showContent:boolean=false summary:rich-text!{summary} name:string{.wp-block-details @name}
      placeholder:string
    `,
    supports: `
      onEnter align:wide,full anchor ${textColor} border(color width style) -html spacing(margin padding blockGap
      controls(-margin -padding)) ${typography} layout(-allowEditing) ${client} allowedBlocks
    `,
  },
  'core/file': {
    title: 'File',
    about: 'A link to a file that can be kept.',
    category: 'media',
    attributes: `
      id:number href:string! fileId:string{a:not([download]) @id} fileName:rich-text!{a:not([download])}
      textLinkHref:string!{a:not([download]) @href} textLinkTarget:string{a:not([download]) @target}
      showDownloadButton:boolean=true downloadButtonText:rich-text!{a[download]} displayPreview:boolean
      previewHeight:number=600
    `,
    more: { blob: { type: 'string', role: 'local' } },
    supports: `
      anchor align spacing(margin padding) color(gradients link -text controls(background link)) ${border}
      interactivity
    `,
  },
  'core/footnotes': {
    title: 'Footnotes',
    about: 'The notes that belong to the text above.',
    category: 'text',
    supports: `
      anchor border(radius color width style controls(-radius -color -width -style)) color(background link text
      controls(link text)) -html -multiple -reusable -inserter ${spacing} typography(fontSize lineHeight
      fontFamily textDecoration fontStyle fontWeight letterSpacing textTransform writingMode controls(fontSize))
      ${client}
    `,
    uses: 'postId postType',
  },
  'core/gallery': {
    title: 'Gallery',
    about: 'Several pictures side by side.',
    category: 'media',
    allowed: ['core/image'],
    attributes: `
      dynamicContent:object navigationButtonType:string(icon|text|both)="icon"
      caption:rich-text!{.blocks-gallery-caption} imageCrop:boolean=true randomOrder:boolean=false
      fixedHeight:boolean=true linkTarget:string linkTo:string sizeSlug:string="large" allowResize:boolean=false
      aspectRatio:string="auto"
    `,
    more: {
      images: {
        type: 'array',
        default: [],
        source: 'query',
        selector: '.blocks-gallery-item',
        query: {
          url: { type: 'string', source: 'attribute', selector: 'img', attribute: 'src' },
          fullUrl: { type: 'string', source: 'attribute', selector: 'img', attribute: 'data-full-url' },
          link: { type: 'string', source: 'attribute', selector: 'img', attribute: 'data-link' },
          alt: { type: 'string', source: 'attribute', selector: 'img', attribute: 'alt', default: '' },
          id: { type: 'string', source: 'attribute', selector: 'img', attribute: 'data-id' },
          caption: { type: 'rich-text', source: 'rich-text', selector: '.blocks-gallery-item__caption' },
        },
      },
      ids: { type: 'array', items: { type: 'number' }, default: [] },
      shortCodeTransforms: { type: 'array', items: { type: 'object' }, default: [] },
      columns: { type: 'number', minimum: 1, maximum: 8 },
    },
    supports: `
      anchor align border(radius color width style controls(color radius)) -html units:px,em,rem,vh,vw
      spacing(margin padding blockGap(sides:horizontal,vertical fallback='var( --wp--style--gallery-gap-default,
      var( --gallery-block--gutter-size, var( --wp--style--block-gap, 0.5em ) ) )') controls(blockGap -margin
      -padding)) color(-text background gradients) layout(-allowSwitching -allowInheriting -allowEditing
      default(type='flex')) ${client} listView
    `,
    uses: 'galleryId postId postType',
    provides: {
      allowResize: 'allowResize',
      imageCrop: 'imageCrop',
      fixedHeight: 'fixedHeight',
      navigationButtonType: 'navigationButtonType',
    },
  },
  'core/heading': {
    title: 'Heading',
    about: 'A title of a section.',
    category: 'text',
    attributes: 'content:rich-text!{h1,h2,h3,h4,h5,h6} level:number=2 levelOptions:array placeholder:string',
    supports: `
      align:wide,full anchor className splitting border(color radius style width) ${textColor} ${spacing}
      typography(fontSize lineHeight textAlign fontFamily fontStyle fontWeight letterSpacing textTransform
      textDecoration writingMode fitText controls(fontSize)) pasteInline slashInserter ${client}
    `,
  },
  'core/home-link': {
    title: 'Link to the front page',
    about: 'An entry of a menu that leads home.',
    category: 'design',
    parent: ['core/navigation'],
    attributes: 'label:string!',
    supports: `anchor -reusable -html ${typography} ${client}`,
    uses: 'textColor customTextColor backgroundColor customBackgroundColor fontSize customFontSize style',
  },
  'core/icon': {
    title: 'Icon',
    about: 'A small drawing.',
    category: 'media',
    supports: `anchor -html ${client}`,
  },
  'core/image': {
    title: 'Image',
    about: 'A picture, with words below it if wanted.',
    category: 'media',
    attributes: `
      url:string!{img @src} alt:string!{img @alt}="" caption:rich-text!{figcaption} title:string!{img @title}
      href:string!{figure > a @href} rel:string{figure > a @rel} linkClass:string{figure > a @class} id:number!
      width:string height:string aspectRatio:string scale:string focalPoint:object sizeSlug:string
      linkDestination:string linkTarget:string{figure > a @target} isDecorative:boolean=false
    `,
    more: { blob: { type: 'string', role: 'local' }, lightbox: { type: 'object', enabled: { type: 'boolean' } } },
    supports: `
      interactivity align:left,center,right,wide,full anchor color(-text -background) filter(duotone)
      spacing(margin) border(color radius width unserialised controls(color radius width)) shadow(unserialised)
    `,
    uses: 'allowResize imageCrop fixedHeight navigationButtonType postId postType queryId galleryId',
    selectors: {
      dimensions: '.wp-block-image img, .wp-block-image .components-placeholder',
      border:
        '.wp-block-image img, .wp-block-image .wp-block-image__crop-area, .wp-block-image .components-placeholder',
      shadow:
        '.wp-block-image img, .wp-block-image .wp-block-image__crop-area, .wp-block-image .components-placeholder',
      filter: { duotone: '.wp-block-image img, .wp-block-image .components-placeholder' },
    },
  },
  'core/latest-comments': {
    title: 'Latest comments',
    about: 'What readers wrote most recently.',
    category: 'widgets',
    attributes: `
      displayAvatar:boolean=true displayDate:boolean=true displayContent:string(none|excerpt|full)="excerpt"
    `,
    more: { commentsToShow: { type: 'number', default: 5, minimum: 1, maximum: 100 } },
    supports: `anchor align ${linkColor} -html spacing(margin padding) ${typography} ${client}`,
  },
  'core/latest-posts': {
    title: 'Latest posts',
    about: 'What was published most recently.',
    category: 'widgets',
    attributes: `
      selectedAuthor:number postsToShow:number=5 displayPostContent:boolean=false
      displayPostContentRadio:string="excerpt" excerptLength:number=55 displayAuthor:boolean=false
      displayPostDate:boolean=false order:string="desc" orderBy:string="date" displayFeaturedImage:boolean=false
      featuredImageAlign:string(left|center|right) featuredImageSizeSlug:string="thumbnail"
      featuredImageSizeWidth:number=null featuredImageSizeHeight:number=null addLinkToFeaturedImage:boolean=false
    `,
    more: { categories: { type: 'array', items: { type: 'object' } } },
    supports: `
      anchor align -html layout ${linkColor} spacing(margin padding blockGap(fallback='1.25em')
      controls(blockGap)) ${typography} ${border} ${client}
    `,
  },
  'core/list': {
    title: 'List',
    about: 'Points, with or without numbers.',
    category: 'text',
    allowed: ['core/list-item'],
    attributes: 'ordered:boolean!=false type:string start:number reversed:boolean placeholder:string',
    more: {
      values: { type: 'string', source: 'html', selector: 'ol,ul', multiline: 'li', default: '', role: 'content' },
    },
    supports: `
      anchor -html border(color radius style width) ${typography} ${textColor} ${spacing} pasteInline onMerge
      slashInserter ${client} listView
    `,
    selectors: { border: '.wp-block-list:not(.wp-block-list .wp-block-list)' },
  },
  'core/loginout': {
    title: 'Log in and out',
    about: 'A link for whoever is or is not logged in.',
    category: 'theme',
    attributes: 'displayLoginAsForm:boolean=false redirectToCurrent:boolean=true',
    supports: `
      anchor className color(background -text gradients link) ${spacing} ${typography} border(radius color width
      style) ${client}
    `,
  },
  'core/media-text': {
    title: 'Media and text',
    about: 'A picture or a video beside text.',
    category: 'media',
    attributes: `
      align:string="none" mediaAlt:string!{figure img @alt}="" mediaPosition:string="left" mediaId:number!
      mediaUrl:string!{figure video,figure img @src} mediaLink:string linkDestination:string
      linkTarget:string{figure a @target} href:string!{figure a @href} rel:string{figure a @rel}
      linkClass:string{figure a @class} mediaType:string! mediaWidth:number=50 mediaSizeSlug:string
      isStackedOnMobile:boolean=true verticalAlignment:string imageFill:boolean focalPoint:object
      useFeaturedImage:boolean=false
    `,
    supports: `
      anchor align:wide,full -html border(color radius style width controls(color radius style width))
      color(gradients heading link controls(background text)) spacing(margin padding) ${typography} ${client}
      allowedBlocks
    `,
    uses: 'postId postType',
  },
  'core/navigation': {
    title: 'Navigation',
    about: 'A menu of the site.',
    category: 'theme',
    allowed: [
      'core/navigation-link',
      'core/search',
      'core/social-links',
      'core/page-list',
      'core/spacer',
      'core/home-link',
      'core/icon',
      'core/site-title',
      'core/site-logo',
      'core/navigation-submenu',
      'core/loginout',
      'core/buttons',
    ],
    attributes: `
      ref:number textColor:string customTextColor:string rgbTextColor:string backgroundColor:string
      customBackgroundColor:string rgbBackgroundColor:string showSubmenuIcon:boolean=true
      submenuVisibility:string(hover|click|always)="hover" overlayMenu:string="mobile" overlay:string
      icon:string="handle" hasIcon:boolean=true __unstableLocation:string overlayBackgroundColor:string
      customOverlayBackgroundColor:string overlayTextColor:string customOverlayTextColor:string
      maxNestingLevel:number=5
    `,
    more: { templateLock },
    supports: `
      anchor align:wide,full ariaLabel contentRole -html inserter typography(fontSize lineHeight fontStyle
      fontWeight textTransform fontFamily letterSpacing textDecoration unserialised:textDecoration
      controls(fontSize)) spacing(blockGap units:px,em,rem,vh,vw controls(blockGap)) layout(-allowSwitching
      -allowInheriting -allowVerticalAlignment allowSizingOnChildren default(type='flex')) interactivity -renaming
    `,
    provides: {
      textColor: 'textColor',
      customTextColor: 'customTextColor',
      backgroundColor: 'backgroundColor',
      customBackgroundColor: 'customBackgroundColor',
      overlayTextColor: 'overlayTextColor',
      customOverlayTextColor: 'customOverlayTextColor',
      overlayBackgroundColor: 'overlayBackgroundColor',
      customOverlayBackgroundColor: 'customOverlayBackgroundColor',
      fontSize: 'fontSize',
      customFontSize: 'customFontSize',
      showSubmenuIcon: 'showSubmenuIcon',
      submenuVisibility: 'submenuVisibility',
      openSubmenusOnClick: 'openSubmenusOnClick',
      style: 'style',
      maxNestingLevel: 'maxNestingLevel',
    },
  },
  'core/navigation-link': {
    title: 'Menu entry',
    about: 'A link in a menu.',
    category: 'design',
    parent: ['core/navigation'],
    allowed: ['core/navigation-link', 'core/navigation-submenu', 'core/page-list'],
    attributes: `
      label:string! type:string description:string rel:string id:number opensInNewTab:boolean=false url:string!
      title:string kind:string isTopLevelLink:boolean
    `,
    supports: `anchor -reusable -html -renaming ${typography} ${client}`,
    uses: `
      textColor customTextColor backgroundColor customBackgroundColor overlayTextColor customOverlayTextColor
      overlayBackgroundColor customOverlayBackgroundColor fontSize customFontSize showSubmenuIcon maxNestingLevel
      style
    `,
  },
  'core/navigation-overlay-close': {
    title: 'Close the menu',
    about: 'Closes a menu that covers the page.',
    category: 'design',
    supports: `anchor -html ${client}`,
  },
  'core/navigation-submenu': {
    title: 'Submenu',
    about: 'A menu entry with entries below it.',
    category: 'design',
    parent: ['core/navigation'],
    attributes: `
      label:string! type:string description:string rel:string id:number opensInNewTab:boolean=false url:string!
      title:string kind:string isTopLevelItem:boolean
    `,
    supports: `anchor -reusable -html ${typography} ${client}`,
    uses: `
      textColor customTextColor backgroundColor customBackgroundColor overlayTextColor customOverlayTextColor
      overlayBackgroundColor customOverlayBackgroundColor fontSize customFontSize showSubmenuIcon maxNestingLevel
      openSubmenusOnClick style
    `,
  },
  'core/page-list': {
    title: 'List of pages',
    about: 'Every page of the site.',
    category: 'widgets',
    allowed: ['core/page-list-item'],
    attributes: 'parentPageID:integer=0',
    supports: `
      anchor -reusable -html ${typography} ${client} color(text background link gradients controls(background text
      link)) border(radius color width style) spacing(padding margin controls(-padding -margin)) contentRole
    `,
    uses: `
      textColor customTextColor backgroundColor customBackgroundColor overlayTextColor customOverlayTextColor
      overlayBackgroundColor customOverlayBackgroundColor fontSize customFontSize showSubmenuIcon style
      openSubmenusOnClick submenuVisibility core/isInsideSubmenu
    `,
  },
  'core/page-list-item': {
    title: 'Page in a list',
    about: 'One page of the list of pages.',
    category: 'widgets',
    isStatic: true,
    parent: ['core/page-list'],
    attributes: 'id:number label:string title:string link:string hasChildren:boolean',
    supports: `-reusable -html -lock -inserter ${client}`,
    uses: `
      textColor customTextColor backgroundColor customBackgroundColor overlayTextColor customOverlayTextColor
      overlayBackgroundColor customOverlayBackgroundColor fontSize customFontSize showSubmenuIcon style
      openSubmenusOnClick
    `,
  },
  'core/paragraph': {
    title: 'Paragraph',
    about: 'Plain text.',
    category: 'text',
    isStatic: true,
    attributes: 'content:rich-text!{p} dropCap:boolean=false placeholder:string direction:string(ltr|rtl)',
    supports: `
      align:wide,full splitting anchor -className border(color radius style width) ${textColor} ${spacing}
      typography(fontSize lineHeight textAlign textColumns textIndent fontFamily textDecoration fontStyle
      fontWeight letterSpacing textTransform writingMode fitText controls(fontSize)) selector='p' pasteInline
      ${client}
    `,
    selectors: { root: 'p', typography: { textIndent: '.wp-block-paragraph + .wp-block-paragraph' } },
  },
  'core/pattern': {
    title: 'Pattern',
    about: 'Stands for a pattern that is shown in its place.',
    category: 'theme',
    attributes: 'slug:string',
    supports: `-html -inserter -renaming -visibility ${client}`,
  },
  'core/playlist': {
    title: 'Playlist',
    about: 'Sounds that are played one after the other.',
    category: 'media',
    allowed: ['core/playlist-track'],
    attributes: `
      currentTrack:string type:string="audio" order:string="asc" showTracklist:boolean=true
      showImages:boolean=true showArtists:boolean=true showNumbers:boolean=true caption:string
    `,
    supports: `anchor align ${textColor} ${spacing} interactivity`,
  },
  'core/playlist-track': {
    title: 'Track',
    about: 'One sound of a playlist.',
    category: 'media',
    parent: ['core/playlist'],
    attributes: `
      blob:string id:number src:string type:string="audio" album:string artist:string image:string length:string
      title:string
    `,
    supports: `-html -reusable ${client}`,
  },
  'core/post-author': {
    title: 'Author',
    about: 'Who wrote the post, with picture and description.',
    category: 'theme',
    attributes: `
      avatarSize:number=48 showAvatar:boolean=true showBio:boolean byline:string isLink:boolean=false
      linkTarget:string="_self"
    `,
    supports: `anchor -html ${textColor} ${spacing} ${aligned} ${client}`,
    uses: 'postId postType queryId',
  },
  'core/post-author-biography': {
    title: 'Description of the author',
    about: 'What the author says about themself.',
    category: 'theme',
    supports: `anchor ${textColor} ${spacing} ${aligned} ${client}`,
    uses: 'postId postType',
  },
  'core/post-author-name': {
    title: 'Name of the author',
    about: 'Who wrote the post.',
    category: 'theme',
    attributes: 'isLink:boolean!=false linkTarget:string!="_self"',
    supports: `anchor -html ${textColor} ${spacing} ${aligned} ${client}`,
    uses: 'postId postType',
  },
  'core/post-comments-count': {
    title: 'Number of comments',
    about: 'How many comments the post has.',
    category: 'theme',
    supports: `anchor -html color(gradients controls(background text)) ${spacing} ${aligned} ${client}`,
    uses: 'postId',
  },
  'core/post-comments-form': {
    title: 'Comment form',
    about: 'Where readers write a comment.',
    category: 'theme',
    supports: `anchor -html color(gradients heading link controls(background text)) ${spacing} ${aligned}`,
    uses: 'postId postType',
  },
  'core/post-comments-link': {
    title: 'Link to the comments',
    about: 'Leads to the comments on the post.',
    category: 'theme',
    supports: `anchor -html color(link -text) ${spacing} ${aligned} ${client}`,
    uses: 'postId postType',
  },
  'core/post-content': {
    title: 'Content',
    about: 'The text of a post or page.',
    category: 'theme',
    attributes: 'tagName:string="div"',
    supports: `
      anchor align:wide,full -html layout background(backgroundImage backgroundSize gradient
      controls(backgroundImage)) dimensions(minHeight) spacing(blockGap padding margin controls(-margin -padding))
      color(gradients heading link controls(-background -text)) ${typography} ${client} ${border}
    `,
    uses: 'postId postType queryId',
  },
  'core/post-date': {
    title: 'Date',
    about: 'When the post was published or changed.',
    category: 'theme',
    attributes: 'datetime:string! format:string isLink:boolean!=false',
    supports: `anchor -html ${linkColor} spacing(margin padding) ${aligned} ${client} ${border}`,
    uses: 'postId postType queryId',
  },
  'core/post-excerpt': {
    title: 'Excerpt',
    about: 'A short form of the post.',
    category: 'theme',
    attributes: 'moreText:string! showMoreOnNewLine:boolean=true excerptLength:number=55',
    supports: `anchor -html ${textColor} ${spacing} ${aligned} ${client}`,
    uses: 'postId postType queryId',
  },
  'core/post-featured-image': {
    title: 'Lead image',
    about: 'The picture that stands for the post.',
    category: 'theme',
    attributes: `
      isLink:boolean!=false aspectRatio:string width:string height:string scale:string="cover" sizeSlug:string
      rel:string!="" linkTarget:string!="_self" overlayColor:string customOverlayColor:string dimRatio:number=0
      gradient:string customGradient:string useFirstImageFromPost:boolean=false
    `,
    supports: `
      anchor align:left,right,center,wide,full color(-text -background) filter(duotone) shadow(unserialised) -html
      spacing(margin padding) ${client}
    `,
    uses: 'postId postType queryId',
  },
  'core/post-navigation-link': {
    title: 'Neighbouring post',
    about: 'Link to the post before or after this one.',
    category: 'theme',
    attributes: `
      type:string="next" label:string! showTitle:boolean=false linkLabel:boolean=false arrow:string="none"
      taxonomy:string=""
    `,
    supports: `anchor -reusable -html color(link) ${aligned} ${client}`,
    uses: 'postType',
  },
  'core/post-template': {
    title: 'Form of a post',
    about: 'The blocks that each post of a list is shown with.',
    category: 'theme',
    ancestor: ['core/query'],
    supports: `
      anchor -reusable -html align:wide,full layout ${textColor} ${typography} spacing(blockGap) ${client}
    `,
    uses: 'queryId query displayLayout templateSlug previewPostType enhancedPagination postType',
  },
  'core/post-terms': {
    title: 'Terms of the post',
    about: 'The categories, tags or other terms of a post.',
    category: 'theme',
    attributes: 'term:string prefix:string!="" suffix:string!=""',
    more: { separator: { type: 'string', default: ', ' } },
    supports: `anchor -html ${textColor} ${spacing} ${aligned} ${client}`,
    uses: 'postId postType',
  },
  'core/post-time-to-read': {
    title: 'Reading time',
    about: 'How many minutes reading takes.',
    category: 'theme',
    supports: `anchor -html color(gradients controls(background text)) ${spacing} ${aligned} ${client}`,
    uses: 'postId postType',
  },
  'core/post-title': {
    title: 'Title',
    about: 'The title of a post or page.',
    category: 'theme',
    attributes: `
      level:number=2 levelOptions:array isLink:boolean!=false linkTarget:string!="_self" placeholder:string
    `,
    more: { rel: { type: 'string', attribute: 'rel', default: '', role: 'content' } },
    supports: `anchor align:wide,full -html ${linkColor} spacing(margin padding) ${aligned} ${client} ${border}`,
    uses: 'postId postType queryId',
  },
  'core/query': {
    title: 'List of posts',
    about: 'Posts that are chosen by rules, shown in a form of their own.',
    category: 'theme',
    attributes: `
      queryId:number
      query:object={"perPage":null,"pages":0,"offset":0,"postType":"post","order":"desc","orderBy":"date","author":"","search":"","exclude":[],"sticky":"","inherit":true,"taxQuery":null,"parents":[],"format":[],"excludeCurrent":null}
      tagName:string="div" namespace:string enhancedPagination:boolean=false
    `,
    supports: 'anchor align:wide,full -html layout interactivity',
    uses: 'templateSlug postType',
    provides: {
      queryId: 'queryId',
      query: 'query',
      displayLayout: 'displayLayout',
      enhancedPagination: 'enhancedPagination',
    },
  },
  'core/query-no-results': {
    title: 'Nothing found',
    about: 'What is shown where a list is empty.',
    category: 'theme',
    ancestor: ['core/query'],
    supports: `anchor align -reusable -html ${textColor} ${typography} ${client}`,
    uses: 'queryId query',
  },
  'core/query-pagination': {
    title: 'Pages of a list',
    about: 'Links between the pages of a list of posts.',
    category: 'theme',
    ancestor: ['core/query'],
    allowed: ['core/query-pagination-previous', 'core/query-pagination-numbers', 'core/query-pagination-next'],
    attributes: 'paginationArrow:string="none" showLabel:boolean=true',
    supports: `
      anchor align -reusable -html ${linkColor} layout(-allowSwitching -allowInheriting default(type='flex'))
      ${typography} ${client}
    `,
    uses: 'queryId query',
    provides: { paginationArrow: 'paginationArrow', showLabel: 'showLabel' },
  },
  'core/query-pagination-next': {
    title: 'Next page',
    about: 'Link to the next page of a list.',
    category: 'theme',
    parent: ['core/query-pagination'],
    attributes: 'label:string',
    supports: `anchor -reusable -html color(gradients -text) ${typography} ${client}`,
    uses: 'queryId query paginationArrow showLabel enhancedPagination',
  },
  'core/query-pagination-numbers': {
    title: 'Page numbers',
    about: 'Links to the pages of a list by number.',
    category: 'theme',
    parent: ['core/query-pagination'],
    attributes: 'midSize:number=2',
    supports: `anchor -reusable -html color(gradients -text) ${typography} ${client}`,
    uses: 'queryId query enhancedPagination',
  },
  'core/query-pagination-previous': {
    title: 'Page before',
    about: 'Link to the page of a list before this one.',
    category: 'theme',
    parent: ['core/query-pagination'],
    attributes: 'label:string',
    supports: `anchor -reusable -html color(gradients -text) ${typography} ${client}`,
    uses: 'queryId query paginationArrow showLabel enhancedPagination',
  },
  'core/query-title': {
    title: 'Title of a list',
    about: 'What the list of posts is about.',
    category: 'theme',
    attributes: 'type:string level:number=1 levelOptions:array showPrefix:boolean=true showSearchTerm:boolean=true',
    supports: `
      anchor align:wide,full -html color(gradients controls(background text)) ${spacing} ${aligned} ${client}
    `,
    uses: 'query queryId',
  },
  'core/query-total': {
    title: 'Size of a list',
    about: 'How many posts the list has.',
    category: 'theme',
    ancestor: ['core/query'],
    supports: `anchor align:wide,full -html ${textColor} ${spacing} ${typography} ${client}`,
    uses: 'queryId query',
  },
  'core/read-more': {
    title: 'Read on',
    about: 'Link to the whole post.',
    category: 'theme',
    attributes: 'content:string! linkTarget:string="_self"',
    supports: `anchor -html color(gradients text) ${spacing} ${typography} ${client}`,
    uses: 'postId',
  },
  'core/rss': {
    title: 'Feed',
    about: 'Entries of another site, from its feed.',
    category: 'widgets',
    attributes: `
      columns:number=2 blockLayout:string="list" feedURL:string!="" itemsToShow:number=5
      displayExcerpt:boolean=false displayAuthor:boolean=false displayDate:boolean=false excerptLength:number=55
      openInNewTab:boolean=false rel:string
    `,
    supports: `
      anchor align -html ${client} border(radius color width style) spacing(margin padding controls(-padding
      -margin)) color(background text gradients link)
    `,
  },
  'core/search': {
    title: 'Search',
    about: 'A form to search the site.',
    category: 'widgets',
    attributes: `
      label:string! showLabel:boolean=true placeholder:string!="" width:number widthUnit:string buttonText:string!
      buttonPosition:string="button-outside" buttonUseIcon:boolean=false query:object=[] tagName:string=""
    `,
    supports: `
      anchor align:left,center,right color(gradients unserialised controls(background text)) interactivity
      typography(unserialised selector='.wp-block-search__label, .wp-block-search__input,
      .wp-block-search__button' fontSize lineHeight fontFamily fontWeight fontStyle textTransform textDecoration
      letterSpacing controls(fontSize)) border(color radius width unserialised controls(color radius width))
      spacing(margin) -html
    `,
    selectors: {
      color:
        '.wp-block-search .wp-block-search__button, .wp-block-search.wp-block-search__no-button .wp-block-search__input',
      border:
        '.wp-block-search.wp-block-search__button-outside .wp-block-search__input, .wp-block-search.wp-block-search__button-outside .wp-block-search__button, .wp-block-search.wp-block-search__no-button .wp-block-search__input, .wp-block-search.wp-block-search__button-only .wp-block-search__input, .wp-block-search.wp-block-search__button-only .wp-block-search__button, .wp-block-search.wp-block-search__button-inside .wp-block-search__inside-wrapper',
    },
  },
  'core/shortcode': {
    title: 'Shortcode',
    about: 'Text with a shortcode.',
    category: 'widgets',
    attributes: 'text:string!{}',
    supports: '-className -customClassName -html -customCSS -visibility',
  },
  'core/site-logo': {
    title: 'Logo',
    about: 'The picture that stands for the site.',
    category: 'theme',
    attributes: 'width:number isLink:boolean!=true linkTarget:string!="_self" shouldSyncIcon:boolean',
    supports: `anchor align -alignWide -html color(-text -background) ${spacing} ${client}`,
  },
  'core/site-tagline': {
    title: 'Tagline',
    about: 'What the site is about, in a few words.',
    category: 'theme',
    attributes: 'level:number=0 levelOptions:array',
    supports: `
      anchor align:wide,full -html color(gradients controls(background text)) ${spacing} ${aligned} ${client}
    `,
  },
  'core/site-title': {
    title: 'Title of the site',
    about: 'The name of the site.',
    category: 'theme',
    attributes: 'level:number=1 levelOptions:array=[0,1,2,3,4,5,6] isLink:boolean!=true linkTarget:string!="_self"',
    supports: `
      anchor align:wide,full -html ${linkColor} spacing(padding margin controls(-margin -padding))
      typography(fontSize lineHeight textAlign fontFamily textTransform textDecoration fontStyle fontWeight
      letterSpacing writingMode controls(fontSize)) ${client} border(radius color width style)
    `,
  },
  'core/social-link': {
    title: 'Link to a profile',
    about: 'An icon that leads to a profile elsewhere.',
    category: 'widgets',
    parent: ['core/social-links'],
    attributes: 'url:string! service:string label:string! rel:string',
    supports: `anchor -reusable -html ${client}`,
    uses: 'openInNewTab showLabels iconColor iconColorValue iconBackgroundColor iconBackgroundColorValue',
  },
  'core/tab-list': {
    title: 'Tabs in a row',
    about: 'The titles of the tabs.',
    category: 'design',
    parent: ['core/tabs'],
    supports: `anchor -html ${client}`,
  },
  'core/tab-panel': {
    title: 'Tab',
    about: 'What one tab shows.',
    category: 'design',
    parent: ['core/tab-panels'],
    supports: `anchor -html ${client}`,
  },
  'core/tabs': {
    title: 'Tabs',
    about: 'Content of which one part is shown at a time.',
    category: 'design',
    supports: `anchor -html ${client}`,
  },
  'core/tag-cloud': {
    title: 'Cloud of terms',
    about: 'Terms, larger the more they are used.',
    category: 'widgets',
    attributes: `
      taxonomy:string="post_tag" showTagCounts:boolean=false smallestFontSize:string="8pt"
      largestFontSize:string="22pt"
    `,
    more: { numberOfTags: { type: 'number', default: 45, minimum: 1, maximum: 100 } },
    supports: `
      anchor -html align spacing(margin padding) typography(lineHeight fontFamily fontWeight fontStyle
      textTransform letterSpacing) ${client} ${border}
    `,
  },
  'core/template-part': {
    title: 'Template part',
    about: 'A part that templates share, such as the head of a page.',
    category: 'theme',
    attributes: 'slug:string theme:string tagName:string area:string',
    supports: `align -html -reusable -renaming ${client}`,
  },
  'core/term-count': {
    title: 'Size of a term',
    about: 'How many posts a term has.',
    category: 'theme',
    supports: `anchor -html ${client}`,
  },
  'core/term-description': {
    title: 'Description of a term',
    about: 'What a term is about.',
    category: 'theme',
    supports: `anchor align:wide,full -html color(link controls(background text)) ${spacing} ${aligned} ${client}`,
    uses: 'termId taxonomy',
  },
  'core/term-name': {
    title: 'Name of a term',
    about: 'What a term is called.',
    category: 'theme',
    supports: `anchor -html ${client}`,
  },
  'core/term-template': {
    title: 'Form of a term',
    about: 'The blocks that each term of a list is shown with.',
    category: 'theme',
    supports: `anchor -html ${client}`,
  },
  'core/video': {
    title: 'Video',
    about: 'A film from the media library or from elsewhere.',
    category: 'media',
    attributes: `
      autoplay:boolean{video @autoplay} caption:rich-text!{figcaption} controls:boolean{video @controls}=true
      id:number! loop:boolean{video @loop} muted:boolean{video @muted} poster:string{video @poster}
      preload:string{video @preload}="metadata" src:string!{video @src} width:number height:number
      playsInline:boolean{video @playsinline}
    `,
    more: {
      blob: { type: 'string', role: 'local' },
      tracks: { role: 'content', type: 'array', items: { type: 'object' }, default: [] },
    },
    supports: `anchor align ${spacing} ${client}`,
  },
  'core/accordion-heading': {
    title: 'Heading of a section',
    about: 'Opens and closes a section of an accordion.',
    category: 'design',
    isStatic: true,
    parent: ['core/accordion-item'],
    supports: `anchor -html ${client}`,
  },
  'core/accordion-panel': {
    title: 'Content of a section',
    about: 'What a section of an accordion opens.',
    category: 'design',
    isStatic: true,
    parent: ['core/accordion-item'],
    supports: `anchor -html ${client}`,
  },
  'core/audio': {
    title: 'Sound',
    about: 'A sound with buttons to play it.',
    category: 'media',
    isStatic: true,
    attributes: `
      src:string!{audio @src} caption:rich-text!{figcaption} id:number! autoplay:boolean{audio @autoplay}
      loop:boolean{audio @loop} preload:string{audio @preload}
    `,
    more: { blob: { type: 'string', role: 'local' } },
    supports: `anchor align ${spacing} ${client}`,
  },
  'core/buttons': {
    title: 'Buttons',
    about: 'Buttons side by side.',
    category: 'design',
    isStatic: true,
    allowed: ['core/button'],
    supports: `
      anchor align:wide,full -html color(gradients -text controls(background)) layout(-allowSwitching
      -allowInheriting default(type='flex')) spacing(blockGap margin padding) ${typography} ${client}
    `,
  },
  'core/code': {
    title: 'Code',
    about: 'Lines of a program, as they are written.',
    category: 'text',
    isStatic: true,
    more: {
      content: {
        type: 'rich-text',
        source: 'rich-text',
        selector: 'code',
        __unstablePreserveWhiteSpace: true,
        role: 'content',
      },
    },
    supports: `
      align:wide anchor ${typography} spacing(margin:top,bottom padding controls(-margin -padding)) border(radius
      color width style controls(width color)) color(text background gradients controls(background text))
      ${client}
    `,
  },
  'core/column': {
    title: 'Column',
    about: 'One of several columns.',
    category: 'design',
    isStatic: true,
    parent: ['core/columns'],
    attributes: 'verticalAlignment:string width:string',
    more: { templateLock },
    supports: `
      anchor -reusable -html color(gradients heading button link controls(background text)) shadow layout
      spacing(blockGap padding) ${typography} ${client}
    `,
  },
  'core/columns': {
    title: 'Columns',
    about: 'Blocks side by side.',
    category: 'design',
    isStatic: true,
    allowed: ['core/column'],
    attributes: 'verticalAlignment:string isStackedOnMobile:boolean=true',
    more: { templateLock },
    supports: `
      anchor align:wide,full -html color(gradients link heading button controls(background text))
      spacing(blockGap(fallback='2em' sides:horizontal,vertical) margin:top,bottom padding controls(padding
      blockGap)) layout(-allowSwitching -allowInheriting -allowEditing default(type='flex' flexWrap='nowrap'))
      border(color radius style width controls(color radius style width)) ${typography} ${client} shadow
    `,
  },
  'core/embed': {
    title: 'Embed',
    about: 'Content of another site, by its address.',
    category: 'embed',
    isStatic: true,
    attributes: `
      url:string! caption:rich-text!{figcaption} type:string! providerNameSlug:string!
      allowResponsive:boolean=true responsive:boolean!=false previewable:boolean!=true
    `,
    supports: `anchor align spacing(margin) ${client}`,
  },
  'core/freeform': {
    title: 'Older text',
    about: 'Text without blocks.',
    category: 'text',
    isStatic: true,
    attributes: 'content:string{}',
    supports: '-className -customClassName -lock -reusable -renaming -visibility -customCSS',
  },
  'core/group': {
    title: 'Group',
    about: 'Blocks that belong together.',
    category: 'design',
    isStatic: true,
    attributes: 'tagName:string="div"',
    more: { templateLock },
    supports: `
      onEnter onMerge settings align:wide,full anchor ariaLabel -html background(backgroundImage backgroundSize
      gradient controls(backgroundImage gradient)) color(gradients heading button link controls(background text))
      shadow spacing(margin:top,bottom padding blockGap controls(padding blockGap)) dimensions(minHeight minWidth)
      border(color radius style width controls(color radius style width)) position(sticky) ${typography}
      layout(allowSizingOnChildren) ${client} allowedBlocks
    `,
  },
  'core/html': {
    title: 'HTML',
    about: 'Markup as it is written.',
    category: 'widgets',
    isStatic: true,
    more: { content: { type: 'string', role: 'local' } },
    supports: `-customClassName -className -html ${client} listView -customCSS -visibility`,
  },
  'core/list-item': {
    title: 'Point of a list',
    about: 'One point of a list.',
    category: 'text',
    isStatic: true,
    parent: ['core/list'],
    allowed: ['core/list'],
    attributes: 'placeholder:string content:rich-text!{li}',
    supports: `anchor -className splitting ${textColor} spacing(margin padding) ${typography} ${client}`,
  },
  'core/math': {
    title: 'Formula',
    about: 'Mathematics.',
    category: 'text',
    isStatic: true,
    supports: `anchor -html ${client}`,
  },
  'core/missing': {
    title: 'Unknown block',
    about: 'Stands for a block that is not known here.',
    category: 'text',
    isStatic: true,
    attributes: 'originalName:string originalUndelimitedContent:string originalContent:string{}',
    supports: `
      -className -customClassName -inserter -html -lock -reusable -renaming -visibility ${client} -customCSS
    `,
  },
  'core/more': {
    title: 'Read-more mark',
    about: 'What stands before it is the beginning that lists show.',
    category: 'design',
    isStatic: true,
    attributes: 'customText:string!="" noTeaser:boolean=false',
    supports: `-customClassName -className -html -multiple -visibility ${client} -customCSS`,
  },
  'core/nextpage': {
    title: 'Page break',
    about: 'Divides a post into pages.',
    category: 'design',
    isStatic: true,
    parent: ['core/post-content'],
    supports: `-customClassName -className -html -visibility ${client} -customCSS`,
  },
  'core/preformatted': {
    title: 'Preformatted text',
    about: 'Text that keeps its blanks and line breaks.',
    category: 'text',
    isStatic: true,
    attributes: 'content:rich-text!{pre}',
    supports: `anchor color(gradients controls(background text)) spacing(padding margin) ${typography} ${client}`,
  },
  'core/pullquote': {
    title: 'Pull quote',
    about: 'A sentence from the text, set large.',
    category: 'text',
    isStatic: true,
    attributes: 'value:rich-text!{p} citation:rich-text!{cite}',
    supports: `
      anchor align:left,right,wide,full background(backgroundImage backgroundSize) ${textColor}
      dimensions(minHeight) spacing(margin padding) ${aligned} ${client}
    `,
  },
  'core/quote': {
    title: 'Quote',
    about: 'What somebody else said.',
    category: 'text',
    isStatic: true,
    attributes: 'citation:rich-text!{cite} textAlign:string',
    more: {
      value: { type: 'string', source: 'html', selector: 'blockquote', multiline: 'p', default: '', role: 'content' },
    },
    supports: `
      anchor align:left,right,wide,full -html background(backgroundImage backgroundSize gradient
      controls(backgroundImage gradient)) border(color radius style width controls(color radius style width))
      dimensions(minHeight controls(-minHeight)) onEnter onMerge ${typography} color(gradients heading link
      controls(background text)) layout(-allowEditing) spacing(blockGap padding margin) ${client} allowedBlocks
    `,
  },
  'core/separator': {
    title: 'Separator',
    about: 'A line between two parts.',
    category: 'design',
    isStatic: true,
    attributes: 'opacity:string="alpha-channel" tagName:string(hr|div)="hr"',
    supports: `
      anchor align:center,wide,full color(-enableContrastChecker unserialised gradients background -text
      controls(background)) spacing(margin:top,bottom) ${client}
    `,
  },
  'core/social-links': {
    title: 'Links to profiles',
    about: 'Icons that lead to profiles elsewhere.',
    category: 'widgets',
    isStatic: true,
    allowed: ['core/social-link'],
    attributes: `
      iconColor:string customIconColor:string iconColorValue:string iconBackgroundColor:string
      customIconBackgroundColor:string iconBackgroundColorValue:string openInNewTab:boolean=false
      showLabels:boolean=false size:string
    `,
    supports: `
      anchor align:left,center,right color(-enableContrastChecker background gradients -text)
      layout(-allowSwitching -allowInheriting -allowVerticalAlignment default(type='flex')) spacing(blockGap
      margin padding units:px,em,rem,vh,vw) ${client}
    `,
    provides: {
      openInNewTab: 'openInNewTab',
      showLabels: 'showLabels',
      iconColor: 'iconColor',
      iconColorValue: 'iconColorValue',
      iconBackgroundColor: 'iconBackgroundColor',
      iconBackgroundColorValue: 'iconBackgroundColorValue',
    },
  },
  'core/spacer': {
    title: 'Space',
    about: 'Room between blocks.',
    category: 'design',
    isStatic: true,
    attributes: 'height:string="100px" width:string',
    supports: `anchor spacing(margin:top,bottom controls(margin)) ${client}`,
    uses: 'orientation',
  },
  'core/tab-panels': {
    title: 'Tabs and their content',
    about: 'The parts that tabs switch between.',
    category: 'design',
    isStatic: true,
    parent: ['core/tabs'],
    supports: `anchor -html ${client}`,
  },
  'core/table': {
    title: 'Table',
    about: 'Cells in rows and columns.',
    category: 'text',
    isStatic: true,
    attributes: 'hasFixedLayout:boolean=true caption:rich-text!{figcaption}',
    more: { head: rows('thead tr'), body: rows('tbody tr'), foot: rows('tfoot tr') },
    supports: `
      anchor align color(unserialised gradients controls(background text)) ${spacing} typography(fontSize
      lineHeight fontFamily fontStyle fontWeight letterSpacing textTransform textDecoration controls(fontSize))
      border(unserialised color style width controls(color style width)) ${client}
    `,
    selectors: { root: '.wp-block-table > table', spacing: '.wp-block-table' },
  },
  'core/terms-query': {
    title: 'List of terms',
    about: 'Terms that are chosen by rules, shown in a form of their own.',
    category: 'theme',
    isStatic: true,
    supports: `anchor -html ${client}`,
  },
  'core/text-columns': {
    title: 'Text in columns',
    about: 'An earlier form of columns.',
    category: 'design',
    isStatic: true,
    attributes: 'columns:number=2 width:string',
    supports: `-inserter ${client}`,
  },
  'core/verse': {
    title: 'Verse',
    about: 'Poetry, with its line breaks.',
    category: 'text',
    isStatic: true,
    more: {
      content: {
        type: 'rich-text',
        source: 'rich-text',
        selector: 'pre',
        __unstablePreserveWhiteSpace: true,
        role: 'content',
      },
    },
    supports: `
      anchor background(backgroundImage backgroundSize gradient controls(backgroundImage gradient)) ${textColor}
      dimensions(minHeight controls(-minHeight)) typography(fontSize fontFamily lineHeight textAlign fontStyle
      fontWeight letterSpacing textTransform textDecoration writingMode controls(fontSize)) ${spacing}
      border(radius width color style) ${client}
    `,
  },
  'core/post-comments': {
    title: 'Comments, earlier form',
    about: 'An earlier form of the comments on a post.',
    category: 'theme',
    supports: `-html -inserter ${linkColor} ${aligned}`,
    uses: 'postId postType',
  },
};
