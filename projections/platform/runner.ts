// Runs the projector of all projections in this process, and watches its progress.

import { watchProgress, type Progress } from '#projections/platform/progress.ts'
import { startProjector, type ProjectorDeps } from '#projections/platform/projector.ts'

export type Runner = Progress

export function startRunner(deps: ProjectorDeps): Runner {
  const progress = watchProgress(deps.readStore)
  const projector = startProjector(deps)
  return {
    ...progress,
    async stop() {
      await progress.stop()
      await projector.stop()
    },
  }
}
