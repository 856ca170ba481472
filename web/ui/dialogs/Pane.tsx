// A dialog beside the page in a wide window: the page stays readable and operable. In a narrower one it fills the screen
// and what is behind it cannot be reached. Escape closes it; the focus starts in the first field, else on the title, and
// returns to the control that opened it.

import { createContext, use, useCallback, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '#web/ui/classes.ts'
import {
  type DialogContent,
  DialogParts,
  type DialogState,
  RenderTitle,
  type TitleProps,
} from '#web/ui/dialogs/dialogParts.tsx'
import { useEscape, useSheet } from '#web/ui/dialogs/layers.ts'
import { useDialogFocus } from '#web/ui/dialogs/useDialogFocus.ts'
import { LARGE_PX, useWide } from '#web/ui/useWide.ts'

interface PaneProps extends DialogContent, DialogState {
  /**
   * 'page' stands beside the list it was opened from, 'cover' on such a pane; 'sheet' at the end of the window, and the
   * panes before it become narrower (web/ui/dialogs/panes.css).
   */
  kind: 'page' | 'cover' | 'sheet'
}

/** True within a pane in a wide window, where dialogs are sheets beside what opened them. */
export const WithinPane = createContext(false)

export function Pane({ open, onClose, kind, ...content }: PaneProps) {
  const isWide = useWide(LARGE_PX)
  const element = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const { shown, panel } = useDialogFocus(open)
  const close = () => {
    if (!content.busy) onClose()
  }
  useEscape(shown, element, close)
  useSheet(shown && kind === 'sheet', close)
  useInert(behind[kind], shown && (!isWide || kind === 'cover'))
  const mount = useCallback(
    (pane: HTMLDivElement | null) => {
      element.current = pane
      panel(pane)
    },
    [panel],
  )
  if (!shown) return null
  return createPortal(
    <WithinPane value={isWide}>
      <PaneTitleId value={titleId}>
        <RenderTitle value={renderTitle}>
          <div
            ref={mount}
            role="dialog"
            aria-modal={!isWide || undefined}
            aria-labelledby={titleId}
            className={classes('pane visible-area', kind, kind !== 'sheet' && 'beside-rail')}
          >
            <div className="flex h-full flex-col bg-inherit low:overflow-y-auto low:overscroll-contain">
              <DialogParts {...content} onClose={onClose} />
            </div>
          </div>
        </RenderTitle>
      </PaneTitleId>
    </WithinPane>,
    document.body,
  )
}

const PaneTitleId = createContext('')

function PaneTitle({ children, ...props }: TitleProps) {
  return (
    <h2 {...props} id={use(PaneTitleId)}>
      {children}
    </h2>
  )
}

const renderTitle = (props: TitleProps) => <PaneTitle {...props} />

/** What a pane hides, if it hides something: panes are outside of the app's root. */
const behind = { page: '#root', cover: '.pane.page', sheet: '.pane:not(.sheet)' }

function useInert(selector: string, isInert: boolean): void {
  useEffect(() => {
    if (!isInert) return undefined
    const hidden = document.querySelectorAll<HTMLElement>(selector)
    const setInert = (value: boolean) => {
      for (const element of hidden) {
        element.inert = value
        // For screen readers that do not know `inert`.
        element.ariaHidden = value ? 'true' : null
      }
      document.documentElement.style.overflow = value ? 'hidden' : ''
    }
    setInert(true)
    return () => setInert(false)
  }, [selector, isInert])
}
