// A dialog: on a phone the whole screen, or a sheet that rises; from 768 px a centred card. One that is opened from a pane of
// a wide window is a sheet at its side, a large one covers the pane. The focus starts in the first field, else on the title,
// and returns to the control that opened the dialog.

import {
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle as HeadlessTitle,
} from '@headlessui/react'
import { use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '#web/ui/classes.ts'
import {
  type DialogContent,
  DialogParts,
  type DialogState,
  looksOf,
  RenderTitle,
  type TitleProps,
} from '#web/ui/dialogs/dialogParts.tsx'
import { useAbovePanes, useSheet } from '#web/ui/dialogs/layers.ts'
import { Pane, WithinPane } from '#web/ui/dialogs/Pane.tsx'
import { useBackCloses } from '#web/ui/dialogs/useBackCloses.ts'
import { useDialogFocus } from '#web/ui/dialogs/useDialogFocus.ts'

export type { DialogState }

export interface DialogProps extends DialogContent, DialogState {
  size?: 'sm' | 'md' | 'lg'
}

export function Dialog({ size = 'md', ...props }: DialogProps) {
  const isBeside = useWhileClosed(use(WithinPane), props.open)
  // What is typed into keeps the focus, so that a press beside it does not open something else above it.
  return isBeside && !props.onSubmit ? (
    <Pane {...props} kind={size === 'lg' ? 'cover' : 'sheet'} />
  ) : (
    <Modal {...props} size={size} isSheet={isBeside} />
  )
}

/** An open dialog stays where it is when a tablet is turned: its questions would be lost with it. */
function useWhileClosed<Value>(value: Value, isOpen: boolean): Value {
  const [kept, setKept] = useState(value)
  if (!isOpen && kept !== value) setKept(value)
  return isOpen ? kept : value
}

const renderTitle = (props: TitleProps) => <HeadlessTitle {...props} />

// What Tailwind moves and scales is no `transform`.
const motion = 'transition-[opacity,translate,scale] duration-sheet ease-out data-leave:duration-fade'
const filling = 'h-full data-closed:translate-y-8 data-closed:opacity-0'
const rising =
  'max-md:mt-auto max-md:max-h-[calc(100%-56px)] max-md:rounded-t-sheet max-md:shadow-sheet max-md:translate-y-(--dragged,0px) max-md:data-dragged:transition-none max-md:data-closed:translate-y-full md:data-closed:opacity-0 low:max-h-full!'

const widths = {
  sm: 'card:h-auto card:max-w-[440px]',
  md: 'card:h-auto card:max-w-[600px]',
  lg: 'card:h-[min(860px,100%)] card:max-w-[920px]',
}

function Modal({
  open,
  onClose,
  size,
  isSheet,
  ...content
}: Required<Pick<DialogProps, 'size'>> & DialogProps & { isSheet: boolean }) {
  const { shown, panel } = useDialogFocus(open)
  const close = () => {
    if (!content.busy) onClose()
  }
  useAbovePanes(shown)
  useBackCloses(shown, close)
  useSheet(shown && isSheet, close)
  const submissions = useClosings(shown && content.onSubmit !== undefined)
  return (
    <>
      {submissions > 0 && !shown && <Shield key={`shield ${submissions}`} />}
      <HeadlessDialog
        key={submissions}
        open={shown}
        onClose={close}
        className={classes('visible-area z-40', isSheet && 'pane sheet')}
      >
        {!isSheet && (
          <DialogBackdrop
            transition
            className="fixed inset-0 bg-scrim transition-opacity duration-fade data-closed:opacity-0"
          />
        )}
        <div className="absolute inset-0 flex justify-center card:items-center card:not-low:p-6 card:not-low:pb-[calc(var(--bottom-bar,0px)+24px)]">
          <DialogPanel
            transition
            ref={panel}
            data-rises={content.rises ? '' : undefined}
            className={classes(
              'relative flex w-full flex-col card:max-h-full card:rounded-sheet card:shadow-sheet card:not-low:[--safe-bottom:0px]',
              'low:overflow-y-auto low:overscroll-contain',
              looksOf(content).panel,
              motion,
              content.rises ? rising : filling,
              'card:data-closed:translate-y-3 card:data-closed:scale-[0.98]',
              widths[size],
            )}
          >
            <RenderTitle value={renderTitle}>
              <DialogParts {...content} onClose={onClose} />
            </RenderTitle>
          </DialogPanel>
        </div>
      </HeadlessDialog>
    </>
  )
}

/** How often a form has closed. A new dialog takes its place at once: what was submitted is not covered by a fading form. */
function useClosings(isShown: boolean): number {
  const [wasShown, setWasShown] = useState(isShown)
  const [count, setCount] = useState(0)
  if (isShown !== wasShown) {
    setWasShown(isShown)
    if (!isShown) setCount(count + 1)
  }
  return count
}

/** As long as the second press of a double press may take. */
const SHIELD_MS = 300

/** Takes the presses after a form has closed: a second press on its button would reach what is behind it. */
function Shield() {
  const [isUp, setUp] = useState(true)
  useEffect(() => {
    const timer = setTimeout(setUp, SHIELD_MS, false)
    return () => clearTimeout(timer)
  }, [])
  return isUp && createPortal(<div className="fixed inset-0 z-50" />, document.body)
}
