// The look of a chip that can be pressed, for buttons, links and choices.

export const chipClasses =
  'inline-flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-secondary ' +
  'font-medium whitespace-nowrap transition-colors duration-press hover:bg-surface-2'
