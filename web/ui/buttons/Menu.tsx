// A menu below its button, after the WAI-ARIA menu button pattern: the focus returns to the button before an item is run.
// Not Headless UI's, which adds 17 KB of positioning code.

import { EllipsisVertical } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { type MenuItem, MenuList } from '#web/ui/buttons/MenuList.tsx'

export type { MenuItem } from '#web/ui/buttons/MenuList.tsx'

export interface MenuProps {
  /** The label of the button: 'More actions'. */
  label: string
  items: readonly MenuItem[]
}

export function Menu({ label, items }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const leave = (to: Element | null) => {
    // Its button closes it, too.
    if (!button.current?.contains(to)) setOpen(false)
  }
  return (
    <div className="relative shrink-0">
      <IconButton
        ref={button}
        id={id}
        label={label}
        icon={EllipsisVertical}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {open && (
        <MenuList
          items={items}
          labelledBy={id}
          onClose={close}
          onLeave={leave}
          className="end-0 top-full mt-1"
        />
      )}
    </div>
  )
}
