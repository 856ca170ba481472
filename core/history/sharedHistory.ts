// The history for a file that may be handed on. Who asked to join, and what they wrote, is for the organizer alone.

import type { ExportedEvent, HistoryExport, OmittedRange } from '#core/history/contract.ts'
import { hashEvent } from '#core/kernel/ids.ts'
import { audienceOf } from '#core/trips/visibility.ts'

/** Only what every participant may see; the hashes around the omitted events keep the chains whole. */
export const sharedHistory = ({ trip, entries, streams }: HistoryExport): HistoryExport => ({
  trip,
  entries: entries.filter(({ type }) => isForAll(type)),
  streams: streams.map(({ links, ...head }) => ({ ...head, links: links.map(sharedLink) })),
})

function sharedLink(link: ExportedEvent | OmittedRange): ExportedEvent | OmittedRange {
  if ('from' in link || isForAll(link.type)) return link
  const { revision, meta } = link
  return { from: revision, to: revision, prev: meta.prev, hash: hashEvent(link) }
}

const isForAll = (eventType: string): boolean => audienceOf(eventType).includes('member')
