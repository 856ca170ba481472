// The face of a trip: a landscape drawn from its destination and id. Silent for screen readers.

import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { chooseLandscape } from '#web/ui/cover/chooseLandscape.ts'
import { createLazyCode } from '#web/ui/lazyCode.ts'

const useDrawScene = createLazyCode(async () => (await import('#web/ui/cover/drawScene.tsx')).drawScene)

export interface CoveredTrip {
  id: string
  destination: string
}

interface CoverProps {
  trip: CoveredTrip
  /** The height of the landscape: 'h-21'. */
  sceneClassName: string
  /** The part of the 400 × 200 scene that is always in view: 'x y width height'. */
  viewBox?: string
  /** 'slice' fills the whole box with the land. */
  fit?: 'meet' | 'slice'
  /** Wide covers show more land left and right. */
  reach?: 'narrow' | 'wide'
  hasPin?: boolean
  className?: string
  /** Of the ground, where something else than its own colour. */
  groundClassName?: string
  /** Lies on the landscape. */
  before?: ReactNode
  /** Stands on the ground of the landscape, in colours with enough contrast on it. */
  children?: ReactNode
}

export function Cover({ trip, before, children, className, groundClassName, ...scene }: CoverProps) {
  const landscape = chooseLandscape(trip)
  return (
    <div
      // Hides nothing that leaves it, because a menu of its buttons does.
      className={classes(`cover cover-${landscape.palette} relative bg-(--c-sky)`, className)}
    >
      {before}
      <LandscapeSvg {...scene} landscape={landscape} />
      {children !== undefined && (
        <div className={classes('relative -mt-px bg-(--c-ground) text-(--c-on-ground)', groundClassName)}>
          {children}
        </div>
      )}
    </div>
  )
}

/** A square of the landscape around its sun, for lists. */
export function CoverThumb({
  trip,
  className = 'size-10 rounded-field',
}: {
  trip: CoveredTrip
  className?: string
}) {
  const landscape = chooseLandscape(trip)
  return (
    <div
      aria-hidden
      className={`cover cover-${landscape.palette} shrink-0 overflow-hidden bg-(--c-sky) ${className}`}
    >
      <LandscapeSvg landscape={landscape} sceneClassName="size-full" viewBox="170 8 190 190" fit="slice" />
    </div>
  )
}

interface LandscapeSvgProps extends Omit<
  CoverProps,
  'trip' | 'before' | 'className' | 'groundClassName' | 'children'
> {
  landscape: ReturnType<typeof chooseLandscape>
}

function LandscapeSvg(props: LandscapeSvgProps) {
  const { landscape, sceneClassName, viewBox = '0 18 400 154', fit = 'meet' } = props
  const { reach = 'narrow', hasPin = false } = props
  const draw = useDrawScene()
  return (
    <svg
      className={`block w-full ${sceneClassName}`}
      viewBox={viewBox}
      preserveAspectRatio={`xMidYMax ${fit}`}
      fill="none"
      aria-hidden
    >
      {draw ? (
        draw({ ...landscape, reach, hasPin })
      ) : (
        <path fill="var(--c-ground)" d="M-1600 168H2000V260H-1600z" />
      )}
    </svg>
  )
}
