// A dialog: the whole screen on a phone, a centred card from 768 px, an xl one from 1024 px. Title bar and footer stay
// while the content scrolls; on very low screens everything scrolls. The focus starts in the first field, else on the
// title, and returns to the control that opened the dialog.

import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { FloatingSlot } from '#web/ui/floatingSlot.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useBackCloses } from '#web/ui/useBackCloses.ts'
import { useDialogFocus } from '#web/ui/useDialogFocus.ts'

export { DialogTitle }

export interface DialogState {
  open: boolean
  onClose: () => void
}

export interface DialogProps extends DialogState {
  title: string
  /** xl also fills the screen of a tablet. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Instead of the title bar; holds a DialogTitle and a Close button. */
  ownHead?: ReactNode
  /** Below the title bar, not scrolling: tabs, a search. */
  head?: ReactNode
  /** The actions at the foot, not scrolling. */
  footer?: ReactNode
  /** Below the actions: keys that a phone's keyboard lacks. */
  keys?: ReactNode
  /** Makes body and footer one form, so that Enter submits. */
  onSubmit?: ((event: FormEvent<HTMLFormElement>) => void) | undefined
  /** While busy, Escape and a press beside the dialog do not close it. */
  busy?: boolean
  /** false for content that reaches the edges. */
  padded?: boolean
  /** For content made of cards: the page's background instead of the dialog's. */
  cards?: boolean
  /** All of it on the page's background, without lines: a form that fits above a phone's keyboard. */
  plain?: boolean
  children: ReactNode
}

const widths = {
  sm: 'card:max-w-[440px]',
  md: 'card:max-w-[600px]',
  lg: 'card:max-w-[920px]',
  xl: 'card:max-w-[920px]',
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, size = 'md', busy = false, onSubmit } = props
  const { ownHead, head, footer, keys, padded = true, cards = false, plain = false, children } = props
  const { shown, panel } = useDialogFocus(open)
  const close = () => {
    if (!busy) onClose()
  }
  useBackCloses(shown, close)
  const [floor, setFloor] = useState<HTMLElement | null>(null)
  return (
    <HeadlessDialog
      open={shown}
      onClose={close}
      className={classes('visible-area z-40', size === 'xl' && 'fills-tablet')}
    >
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-fade data-closed:opacity-0"
      />
      <div className="absolute inset-0 flex justify-center card:items-center card:not-low:p-6">
        <DialogPanel
          transition
          ref={panel}
          className={classes(
            'relative flex h-full w-full flex-col card:max-h-full card:rounded-sheet card:shadow-sheet',
            'transition-[opacity,transform] duration-sheet ease-out data-closed:translate-y-8 data-closed:opacity-0',
            'low:overflow-y-auto low:overscroll-contain',
            plain ? 'bg-background' : 'bg-lifted',
            'data-leave:duration-fade card:data-closed:translate-y-3 card:data-closed:scale-[0.98]',
            size === 'lg' || size === 'xl' ? 'card:h-[min(860px,100%)]' : 'card:h-auto',
            widths[size],
          )}
        >
          {ownHead ?? <TitleBar {...{ title, busy, onClose }} />}
          <Frame onSubmit={onSubmit}>
            {head !== undefined && <div className="shrink-0 bg-inherit">{head}</div>}
            <div
              className={classes(
                'relative min-h-0 flex-1 overflow-y-auto overscroll-contain low:flex-auto low:overflow-y-visible',
                cards && 'bg-background',
                footer === undefined && 'card:rounded-b-sheet',
                padded && (plain ? 'px-(--gutter) pt-1' : 'px-(--gutter) pt-5'),
                footer !== undefined ? padded && (plain ? 'pb-3' : 'pb-5') : padded ? 'pb-safe-5' : 'pb-safe',
              )}
            >
              <FloatingSlot value={floor}>{children}</FloatingSlot>
            </div>
            <div ref={setFloor} className="low:sticky low:bottom-0 low:z-20" />
            {footer !== undefined && <Footer {...{ plain, keys }}>{footer}</Footer>}
          </Frame>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  )
}

function TitleBar({ title, busy, onClose }: Pick<DialogProps, 'title' | 'busy' | 'onClose'>) {
  return (
    <div className="shrink-0 border-b border-line pt-safe">
      <div className="flex min-h-14 flex-wrap items-center gap-x-1 ps-(--gutter) pe-2 md:min-h-16 md:pe-3">
        {/* Where text is large the buttons go below the title rather than take its letters. */}
        <DialogTitle
          tabIndex={-1}
          className="line-clamp-3 min-w-0 flex-[1_1_6rem] py-1 text-title font-semibold"
        >
          <bdi>{title}</bdi>
        </DialogTitle>
        <div className="ms-auto shrink-0">
          <IconButton label="Close" icon={X} tone="muted" onClick={onClose} disabled={busy} />
        </div>
      </div>
    </div>
  )
}

function Frame({ onSubmit, children }: Pick<DialogProps, 'onSubmit' | 'children'>) {
  const look = 'flex min-h-0 flex-1 flex-col bg-inherit card:rounded-b-sheet low:flex-[1_0_auto]'
  if (!onSubmit) return <div className={look}>{children}</div>
  return (
    <form noValidate onSubmit={onSubmit} className={look}>
      {children}
    </form>
  )
}

/** On a phone the buttons share the width; on wider screens they stand at the end. */
function Footer({ plain, keys, children }: Pick<DialogProps, 'plain' | 'keys' | 'children'>) {
  return (
    <div className={classes('shrink-0 pb-safe', !plain && 'border-t border-line')}>
      <div
        className={classes(
          'flex flex-wrap items-center gap-2 px-(--gutter) pb-3 *:flex-auto md:justify-end md:*:flex-none',
          plain ? 'pt-1' : 'pt-3',
        )}
      >
        {children}
      </div>
      {keys}
    </div>
  )
}
