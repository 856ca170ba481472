// A spinner in the colour of the text beside it.

export function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4.5 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  )
}
