// Something is on its way; the text says what, the dots that it has not stopped.

export function ProgressDots({ label }: { label: string }) {
  return (
    <output className="inline-flex items-center gap-1 text-muted">
      <span className="sr-only">{label}</span>
      {['0ms', '160ms', '320ms'].map((animationDelay) => (
        <span
          key={animationDelay}
          aria-hidden
          style={{ animationDelay }}
          className="size-1.5 animate-pulse rounded-full bg-current"
        />
      ))}
    </output>
  )
}
