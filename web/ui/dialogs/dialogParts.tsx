// What every dialog consists of, wherever it stands: title bar, body and footer. Title bar and footer stay while the
// content scrolls; on very low screens everything scrolls.

import { ArrowLeft, type LucideProps, X } from 'lucide-react'
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useState,
} from 'react'
import { classes } from '#web/ui/classes.ts'
import { FloatingSlot } from '#web/ui/buttons/Fab.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'

export interface DialogState {
  open: boolean
  onClose: () => void
}

export interface DialogContent {
  title: string
  /** Above the title on a phone, where nothing else says it: the trip. */
  detail?: string
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
  /** Closer together, and on the page's background in a card too: a form that fits above a phone's keyboard. */
  plain?: boolean
  /**
   * The grip of what is read and pressed, which on a phone is only as high as its content and is dragged down to close. Given
   * by the dialogs that rise, with which its code is loaded.
   */
  rises?: ComponentType<{ onClose: () => void }>
  children: ReactNode
}

export type TitleProps = Pick<ComponentProps<'h2'>, 'className' | 'children'> & { tabIndex: number }

/** Renders the heading that names the dialog around it. */
export const RenderTitle = createContext<(props: TitleProps) => ReactNode>(() => null)

export const DialogTitle = (props: TitleProps) => use(RenderTitle)(props)

/**
 * The panel, its foot and the room above the content. A form is on the page's background below a title bar without a line,
 * with its foot above it; a card of one is all lifted, unless it is plain.
 */
export function looksOf({ onSubmit, cards, plain, rises }: Omit<DialogContent, 'title' | 'children'>) {
  if (plain) return { panel: 'bg-background', foot: 'bg-surface card:rounded-b-sheet', top: 'pt-1' }
  if (!onSubmit || cards) return { panel: 'bg-lifted', foot: '', top: rises ? 'pt-2 md:pt-5' : 'pt-5' }
  return {
    panel: 'bg-background card:bg-lifted',
    foot: 'bg-surface card:rounded-b-sheet card:bg-inherit',
    top: 'pt-1',
  }
}

export function DialogParts({ onClose, ...props }: DialogContent & Pick<DialogState, 'onClose'>) {
  const { title, detail, busy = false, onSubmit, ownHead, head, footer, keys, rises } = props
  const { padded = true, cards = false, plain = false, children } = props
  const hasFooter = footer !== undefined && footer !== false
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const looks = looksOf(props)
  return (
    <>
      {ownHead ?? <TitleBar {...{ title, detail, busy, rises, onClose }} />}
      <Frame onSubmit={onSubmit}>
        {head !== undefined && <div className="shrink-0 bg-inherit">{head}</div>}
        <div
          className={classes(
            'relative min-h-0 flex-1 overflow-y-auto overscroll-contain low:flex-auto low:overflow-y-visible',
            cards && 'bg-background',
            !hasFooter && 'card:rounded-b-sheet',
            padded && `px-(--gutter) ${looks.top}`,
            hasFooter ? padded && (plain ? 'pb-3' : 'pb-5') : padded ? 'pb-safe-5' : 'pb-safe',
          )}
        >
          <FloatingSlot value={slot}>{children}</FloatingSlot>
        </div>
        <div ref={setSlot} className="low:sticky low:bottom-0 low:z-20" />
        {hasFooter && (
          <Footer {...{ plain, keys }} ground={looks.foot}>
            {footer}
          </Footer>
        )}
      </Frame>
    </>
  )
}

interface TitleBarProps extends Pick<DialogContent, 'title' | 'busy'>, Pick<DialogState, 'onClose'> {
  detail: string | undefined
  rises: DialogContent['rises']
}

/** On a phone it closes before the title, as everything that fills the screen; on wider ones at the end, as what rises. */
function TitleBar({ title, detail, busy, rises: Grip, onClose }: TitleBarProps) {
  return (
    <div className="title-bar shrink-0 border-b border-line pt-safe">
      {Grip && <Grip onClose={() => !busy && onClose()} />}
      <div className="flex min-h-14 items-center gap-x-1 px-2 md:min-h-16 md:ps-(--gutter) md:pe-3">
        <IconButton
          label="Close"
          icon={CloseIcon}
          onClick={onClose}
          disabled={busy}
          className="md:order-last md:text-muted"
        />
        <div className="min-w-0 flex-1 py-1">
          {detail && (
            <p className="truncate text-meta text-muted md:hidden">
              <bdi>{detail}</bdi>
            </p>
          )}
          <DialogTitle
            tabIndex={-1}
            className={`line-clamp-3 text-title font-semibold ${detail ? 'max-md:leading-6' : ''}`}
          >
            <bdi>{title}</bdi>
          </DialogTitle>
        </div>
      </div>
    </div>
  )
}

const CloseIcon = ({ className, ...props }: LucideProps) => (
  <>
    <ArrowLeft {...props} className={`md:hidden rtl:rotate-180 ${className}`} />
    <X {...props} className={`max-md:hidden ${className}`} />
  </>
)

function Frame({ onSubmit, children }: Pick<DialogContent, 'onSubmit' | 'children'>) {
  const look = 'flex min-h-0 flex-1 flex-col bg-inherit card:rounded-b-sheet low:flex-[1_0_auto]'
  if (!onSubmit) return <div className={look}>{children}</div>
  return (
    <form noValidate onSubmit={onSubmit} className={look}>
      {children}
    </form>
  )
}

interface FooterProps extends Pick<DialogContent, 'plain' | 'keys' | 'children'> {
  ground: string
}

/** On a phone the buttons share the width; on wider screens they stand at the end. */
function Footer({ plain, keys, ground, children }: FooterProps) {
  return (
    <div data-foot className={`shrink-0 border-t border-line pb-safe ${ground}`}>
      <div
        className={classes(
          'flex flex-wrap items-center gap-2 px-(--gutter) pb-3 *:flex-auto md:justify-end md:*:flex-none',
          plain ? 'pt-2' : 'pt-3',
        )}
      >
        {children}
      </div>
      {keys}
    </div>
  )
}
