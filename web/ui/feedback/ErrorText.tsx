// The error of a field or of a command, announced at once; nothing while there is none.

import { classes } from '#web/ui/classes.ts'

interface ErrorTextProps {
  text: string | undefined
  className?: string
}

export function ErrorText({ text, className }: ErrorTextProps) {
  if (text === undefined) return null
  return (
    <p role="alert" className={classes('text-secondary text-danger', className)}>
      {text}
    </p>
  )
}
