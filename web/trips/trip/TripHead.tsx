// The head of an open trip: its name and dates on its cover, with the buttons on the landscape.

import { ArrowLeft, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReducedTrip, TripResponse } from '#core/trips/responses.ts'
import { dotted, formatDateRange } from '#web/platform/time/format.ts'
import { useToday } from '#web/platform/time/useNow.ts'
import type { FoldedList } from '#web/trips/useFoldedList.ts'
import { avatarsOf } from '#web/trips/tripLabels.ts'
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
  /** On a phone only the name beside a stamp of the landscape: the tab has bars of its own. */
  small: boolean
  actions: ReactNode
  /** The list beside the trip. */
  list: FoldedList | undefined
  onClose: () => void
}

/** One tree with the larger head, so that a dialog of the buttons stays when a tablet is turned. */
const betweenButtons =
  'max-md:flex max-md:min-h-16 max-md:flex-col max-md:justify-center max-md:ps-23.5 max-md:pe-33 max-md:pb-1 ' +
  'max-md:pt-[calc(env(safe-area-inset-top)+4px)]'

const sceneHeight = (tall: boolean, small: boolean) =>
  `low:hidden pt-safe box-content ${tall ? 'h-21 tall:h-43' : 'h-21'} ${small ? 'max-md:hidden' : ''}`
const titleClasses = (small: boolean) => (small ? `gutter pt-0.5 ${betweenButtons}` : 'gutter pt-0.5')
/** The faces stand at the end of its last line. */
const besidePeople = 'md:@[520px]/visible:pe-52'
const buttonsClasses = (small: boolean) =>
  `absolute z-30 flex pt-safe low:static low:p-2 ${small ? 'inset-x-1.5 top-2.5 md:inset-x-2 md:top-2 md:gap-2' : 'inset-x-2 top-2 gap-2'}`

type TripHeadSkeletonProps = Pick<TripHeadProps, 'tall' | 'small' | 'list' | 'onClose'>

/** As high as the head of a trip whose name takes one line, or two in the small one, so that nothing below it moves. */
export function TripHeadSkeleton({ tall, small, list, onClose }: TripHeadSkeletonProps) {
  return (
    <div className={`relative shrink-0 bg-surface-2 ${small ? 'max-md:bg-surface' : ''}`}>
      <div className={buttonsClasses(small)}>
        <IconButton
          label="Close"
          icon={list ? X : ArrowLeft}
          onClick={onClose}
          className={list ? 'ms-auto' : ''}
        />
      </div>
      <div className={sceneHeight(tall, small)} />
      <div className="-mt-px">
        <DialogTitle tabIndex={-1} className={titleClasses(small)}>
          <span className="block text-meta">Trip Details</span>
          <span aria-hidden className={`block text-section leading-7 ${small ? 'max-md:leading-5' : ''}`}>
            &nbsp;
          </span>
        </DialogTitle>
        <p aria-hidden className={`gutter pb-3 text-secondary ${small ? 'max-md:hidden' : ''}`}>
          &nbsp;
        </p>
      </div>
    </div>
  )
}

/** 'Trip Details' is the small line above the name; both name the dialog. */
export function TripHead({ trip, tall, small, actions, list, onClose }: TripHeadProps) {
  const timing = tripTiming(trip, useToday())
  const people = !tall && 'participants' in trip ? trip : undefined
  return (
    <Cover
      trip={trip}
      reach="wide"
      hasPin={tall}
      viewBox={tall ? '0 -3 408 180' : '-24 18 430 159'}
      sceneClassName={sceneHeight(tall, small)}
      className="shrink-0"
      groundClassName={small ? 'max-md:bg-surface max-md:text-text' : ''}
      before={
        <div className={`${small ? 'md:on-cover' : 'on-cover'} ${buttonsClasses(small)}`}>
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
      {small && (
        <div className="absolute start-11.5 bottom-3 md:hidden low:hidden">
          <CoverThumb trip={trip} />
        </div>
      )}
      <DialogTitle tabIndex={-1} className={`${titleClasses(small)} ${people ? besidePeople : ''}`}>
        <span className="block text-meta opacity-86">Trip Details</span>{' '}
        <span
          className={`line-clamp-3 text-section leading-7 font-semibold wrap-anywhere ${small ? 'max-md:line-clamp-2 max-md:text-[0.9375rem] max-md:leading-5 max-md:tracking-[-0.03em]' : ''}`}
        >
          <bdi>{trip.title}</bdi>
        </span>
      </DialogTitle>
      <div className={`flex items-end gutter pb-3 text-secondary ${small ? 'max-md:hidden' : ''}`}>
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
