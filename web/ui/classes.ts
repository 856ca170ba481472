// Class names joined, leaving out what does not apply: `classes('card', selected && 'ring')`.

export const classes = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ')
