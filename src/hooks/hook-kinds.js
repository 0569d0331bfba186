/** The same at run time. */
export const hookActions = {
  post: {
    before: ['create', 'update', 'publish', 'trash', 'delete'],
    after: ['create', 'update', 'publish', 'trash', 'restore', 'delete'],
  },
  media: {
    before: ['create', 'update', 'trash', 'delete'],
    after: ['create', 'update', 'trash', 'restore', 'delete'],
  },
  term: { before: ['create', 'update', 'delete'], after: ['create', 'update', 'delete'] },
  comment: {
    before: ['create', 'update', 'trash', 'delete'],
    after: ['create', 'update', 'approve', 'trash', 'restore', 'delete'],
  },
  user: { before: ['create', 'update', 'delete'], after: ['create', 'update', 'delete'] },
  settings: { before: ['update'], after: ['update'] },
  form: { before: ['submit'], after: ['submit'] },
};
