// Starts the app. The session, the offline cache and the code of the first screen load before the first render, so
// that nothing flashes. The service worker is registered once the first screen has its data: it downloads the whole app.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/App.tsx'
import { paths } from '#web/platform/page/paths.ts'
import { getReplica } from '#core/trips/contract.ts'
import { tripIdIn } from '#web/app/tripIdIn.ts'
import { prefetchQuery } from '#web/platform/queries/queries.ts'
import { loadScreen } from '#web/app/screens.tsx'
import { openStoredData, startClient } from '#web/platform/client.ts'
import { keepEarlyKeys } from '#web/platform/page/earlyKeys.ts'
import { keepInstallPrompt } from '#web/platform/page/installPrompt.ts'
import { whenFetched } from '#web/platform/queries/queryStore.ts'
import { session, restoreSession } from '#web/platform/session/session.ts'
import { ErrorBoundary } from '#web/ui/feedback/ErrorBoundary.tsx'

startClient()
keepEarlyKeys()
keepInstallPrompt()

// The signed-out screens need no token.
if (session.token !== null || location.pathname.startsWith(paths.app)) void restoreSession()
if (session.token !== null) {
  // The replica of the trip that the address names, the largest response of its screen, beside the screen's code.
  const tripId = tripIdIn(location.pathname)
  if (tripId !== undefined) prefetchQuery(getReplica, { tripId })
}
// No `await`: the screens' code imports from this chunk, which would then wait for itself.
void Promise.all([openStoredData(), loadScreen(location.pathname)]).then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <ErrorBoundary isPage>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  ),
)

// Not in development, where it would serve outdated code.
if (import.meta.env.PROD)
  whenFetched(() => {
    import('#web/platform/worker/registration.ts').then(
      ({ registerWorker }) => registerWorker(),
      () => undefined,
    )
  })
