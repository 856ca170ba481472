// Starts the app: the person, what they last saw and the first screen's code are here before anything is drawn, so
// nothing flashes and nothing jumps. What makes it open without a network comes when the screen stands.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/App.tsx'
import { paths } from '#web/app/paths.ts'
import { loadScreen } from '#web/app/screens.tsx'
import '#web/platform/install.ts'
import { openOfflineCache } from '#web/platform/offlineCache/deviceOfflineCache.ts'
import { session, restoreSession } from '#web/platform/session.ts'
import { whenIdle } from '#web/platform/whenIdle.ts'

// In front of the signed-in area nobody needs a token.
if (session.token !== null || location.pathname.startsWith(paths.app)) void restoreSession()
// No `await`: the screens' code imports from the file this is in, which would then wait for itself.
void Promise.all([openOfflineCache(), loadScreen(location.pathname)]).then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

// In development there is none: it would keep what is being changed.
if (import.meta.env.PROD)
  whenIdle(() => {
    import('#web/platform/worker/registration.ts').then(
      ({ registerWorker }) => registerWorker(),
      () => undefined,
    )
  })
