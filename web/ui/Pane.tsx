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
} from '#web/ui/dialogParts.tsx'
import { useEscape, useSheet } from '#web/ui/layers.ts'
import { useBackCloses } from '#web/ui/useBackCloses.ts'
import { useDialogFocus } from '#web/ui/useDialogFocus.ts'
import { LARGE_PX, useWide } from '#web/ui/useWide.ts'

interface PaneProps extends DialogContent, DialogState {
  /** A sheet stands at the end of the window, and the panes before it become narrower (web/ui/panes.css). */
  isSheet?: boolean
}

/** True within a pane in a wide window, where dialogs are sheets beside what opened them. */
export const WithinPane = createContext(false)

export function Pane({ open, onClose, isSheet = false, ...content }: PaneProps) {
  const isWide = useWide(LARGE_PX)
  const element = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const { shown, panel } = useDialogFocus(open)
  const close = () => {
    if (!content.busy) onClose()
  }
  useEscape(shown, element, close)
  useSheet(shown && isSheet, close)
  useBackCloses(shown, close)
  usePageInert(shown && !isWide)
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
            className={classes('pane visible-area', isSheet ? 'sheet' : 'beside-rail')}
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

/** Panes are outside of the app's root. */
function usePageInert(isInert: boolean): void {
  useEffect(() => {
    if (!isInert) return undefined
    const page = document.getElementById('root')!
    page.inert = true
    // For screen readers that do not know `inert`.
    page.setAttribute('aria-hidden', 'true')
    document.documentElement.style.overflow = 'hidden'
    return () => {
      page.inert = false
      page.removeAttribute('aria-hidden')
      document.documentElement.style.overflow = ''
    }
  }, [isInert])
}
