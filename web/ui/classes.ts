// Joins class names and leaves out falsy ones: `classes('card', selected && 'ring')`.

export const classes = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')
