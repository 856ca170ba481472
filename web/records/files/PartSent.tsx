// How much of a file is sent: a ring and a figure.

/** @param part from 0 to 1 */
export function PartSent({ part }: { part: number }) {
  const percent = Math.round(part * 100)
  return (
    <>
      <span
        aria-hidden
        className="size-4 rounded-full mask-[radial-gradient(circle,transparent_5px,#000_5.5px)]"
        style={{ background: `conic-gradient(currentColor ${percent}%, rgb(255 255 255 / 0.35) 0)` }}
      />
      <span>{`${percent} %`}</span>
    </>
  )
}
