// The head of an open trip: its name and dates on its cover, with the buttons on the landscape. Folded on a phone, it is
// one line of 48 px: a stamp of the cover, the name and the buttons.

import { ArrowLeft, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReducedTrip, TripResponse } from '#core/trips/responses.ts'
import { dotted, formatDateRange } from '#web/platform/time/format.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import type { FoldedList } from '#web/trips/useFoldedList.ts'
import { avatarsOf, canEditTrip } from '#web/trips/tripLabels.ts'
import { tripTiming } from '#web/trips/tripTiming.ts'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Cover, CoverThumb } from '#web/ui/cover/Cover.tsx'
import { DialogTitle } from '#web/ui/dialogs/dialogParts.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'

/** With more, they would cover the end of a long title. */
const MAX_AVATARS = 4

interface TripHeadProps {
  trip: TripResponse | ReducedTrip
  /** Shows more of the landscape, if the screen is high enough. */
  tall: boolean
  actions: ReactNode
  /** The list beside the trip. */
  list: FoldedList | undefined
  onClose: () => void
}

const sceneHeight = (tall: boolean) =>
  `low:hidden folded:hidden pt-safe box-content ${tall ? 'h-21 tall:h-43' : 'h-21'}`
/** Folded, it is one line between the buttons, after the stamp. */
const titleClasses =
  'gutter pt-0.5 folded:box-content folded:flex folded:h-12 folded:items-center folded:ps-[calc(var(--gutter)+68px)] folded:pt-safe'
const nameClasses =
  'line-clamp-3 text-section leading-7 font-semibold wrap-anywhere folded:block folded:truncate folded:text-body folded:leading-6'
/** The faces stand at the end of its last line. */
const besidePeople = 'md:@[520px]/visible:pe-52'
const buttonsClasses =
  'absolute inset-x-2 top-2 z-30 flex gap-2 pt-safe low:static low:p-2 folded:absolute folded:inset-x-[calc(var(--gutter)-16px)] folded:top-0.5 folded:gap-0 folded:p-0 folded:pt-safe'

type TripHeadSkeletonProps = Pick<TripHeadProps, 'tall' | 'list' | 'onClose'>

/** As high as the head of a trip whose name takes one line, so that nothing below it moves. */
export function TripHeadSkeleton({ tall, list, onClose }: TripHeadSkeletonProps) {
  return (
    <div className="relative shrink-0 bg-surface-2 folded:bg-surface">
      <div className={buttonsClasses}>
        <IconButton
          label="Close"
          icon={list ? X : ArrowLeft}
          onClick={onClose}
          className={list ? 'ms-auto' : ''}
        />
      </div>
      <div className={sceneHeight(tall)} />
      <div className="-mt-px folded:mt-0">
        <DialogTitle tabIndex={-1} className={titleClasses}>
          <span className="block text-meta max-md:sr-only folded:sr-only">Trip Details</span>
          <span aria-hidden className={nameClasses}>
            &nbsp;
          </span>
        </DialogTitle>
        <p aria-hidden className="gutter pb-3 text-secondary folded:hidden">
          &nbsp;
        </p>
      </div>
    </div>
  )
}

/** 'Trip Details', which a phone does not show, and the name are the name of the dialog. */
export function TripHead({ trip, tall, actions, list, onClose }: TripHeadProps) {
  const timing = tripTiming(trip, useToday())
  const people = !tall && 'participants' in trip ? trip : undefined
  return (
    <Cover
      trip={trip}
      reach="wide"
      hasPin={tall}
      viewBox={tall ? '0 -3 408 180' : '-24 57 430 120'}
      sceneClassName={sceneHeight(tall)}
      className="shrink-0"
      groundClassName="folded:mt-0 folded:bg-surface folded:text-text"
      before={
        <div className={`on-cover folded:[--on-cover:transparent] ${buttonsClasses}`}>
          {list ? (
            <IconButton
              label={list.isFolded ? 'Show the list of trips' : 'Hide the list of trips'}
              icon={list.isFolded ? PanelLeftOpen : PanelLeftClose}
              onClick={list.toggle}
              className="me-auto"
            />
          ) : (
            <IconButton label="Close" icon={ArrowLeft} onClick={onClose} className="me-auto" />
          )}
          {actions}
          {list && <IconButton label="Close" icon={X} onClick={onClose} />}
        </div>
      }
    >
      <div className="absolute start-[calc(var(--gutter)+26px)] bottom-2 hidden folded:block">
        <CoverThumb trip={trip} className="size-8 rounded-[10px]" />
      </div>
      <DialogTitle
        tabIndex={-1}
        className={`${titleClasses} ${roomForActions(trip)} ${people ? besidePeople : ''}`}
      >
        {/* The comma is only spoken. */}
        <span className="block text-meta opacity-86 after:content-[''_/_','] max-md:sr-only folded:sr-only">
          Trip Details
        </span>{' '}
        <span className={nameClasses}>
          <bdi>{trip.title}</bdi>
        </span>
      </DialogTitle>
      <div className="flex items-end gutter pb-3 text-secondary folded:hidden">
        <p>{dotted([formatDateRange(trip.startDate, trip.endDate), timing])}</p>
        {people && (
          <div className="ms-auto max-md:hidden @[520px]/visible:-mt-6 low:hidden">
            <AvatarStack people={avatarsOf(people)} cap={MAX_AVATARS} />
          </div>
        )}
      </div>
    </Cover>
  )
}

/** Beside the buttons of a folded head: three for those who can edit, else one. */
const roomForActions = (trip: TripResponse | ReducedTrip): string =>
  trip.userRole === null
    ? 'folded:pe-(--gutter)'
    : canEditTrip(trip)
      ? 'folded:pe-[calc(var(--gutter)+116px)]'
      : 'folded:pe-[calc(var(--gutter)+28px)]'
