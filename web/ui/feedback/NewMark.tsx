// A dot that says that something is new.

/** @param text heard instead of the dot; absent where the text beside it says so */
export const NewMark = ({ text }: { text?: string }) => (
  <>
    <span
      aria-hidden
      className="inline-block size-2 shrink-0 rounded-full bg-accent forced-colors:bg-[Mark]"
    />
    {text !== undefined && <span className="sr-only">{text}</span>}
  </>
)
