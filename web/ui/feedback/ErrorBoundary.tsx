// What stands in place of a part that throws while it renders: a sentence and Reload. Drafts and pending commands are stored
// on the device, and stay as they are.

import { Component, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** The part is all of the page, with its landmark and its heading. */
  isPage?: boolean
  /** Another scope is another part, and is rendered anew. */
  scope?: string
  /** Of a dialog, whose failure fills the screen while it is open, and can be closed. */
  dialog?: { open: boolean; onClose: () => void }
}

interface ErrorBoundaryState {
  hasFailed: boolean
  scope: string
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, scope: scopeOf(this.props) }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, { scope }: ErrorBoundaryState) {
    const next = scopeOf(props)
    return next === scope ? null : { hasFailed: false, scope: next }
  }

  override render() {
    const { children, dialog, isPage = false } = this.props
    if (!this.state.hasFailed) return children
    if (isPage)
      return (
        <main className="grid min-h-dvh content-center">
          <h1 className="sr-only">Error</h1>
          <Failed />
        </main>
      )
    if (!dialog) return <Failed />
    // Above everything, wherever the dialog was opened from.
    return (
      dialog.open &&
      createPortal(
        <div className="fixed inset-0 z-60 grid content-center bg-background">
          <Failed onClose={dialog.onClose} />
        </div>,
        document.body,
      )
    )
  }
}

/** A dialog that is opened again is tried again. */
const scopeOf = ({ scope = '', dialog }: ErrorBoundaryProps): string => (dialog ? String(dialog.open) : scope)

const Failed = ({ onClose }: { onClose?: () => void }) => (
  <ErrorState
    message="Something went wrong here."
    details={['What you typed and what is not sent yet is kept.']}
    onRetry={() => location.reload()}
    retryText="Reload"
    onClose={onClose}
  />
)
