// What an import will do, before anything leaves the device: who is who, open questions, the balances in the file and
// here, and what is left out.

import { FileCheck } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { withBalancesOnly, hasBalancesOnly } from '#core/imports/withBalancesOnly.ts'
import type { ParsedFile } from '#core/imports/parsedFile.ts'
import { AnonymousCopy } from '#web/money/imports/AnonymousCopy.tsx'
import { BalanceComparison } from '#web/money/imports/BalanceComparison.tsx'
import { countedRecords } from '#web/money/imports/balanceTables.ts'
import { OmittedRows } from '#web/money/imports/OmittedRows.tsx'
import { ProgressBar } from '#web/money/imports/ProgressBar.tsx'
import { activitiesOutside, type ImportingTrip } from '#web/money/imports/newTrip.ts'
import { NewTripFields } from '#web/money/imports/NewTripFields.tsx'
import { QuestionFields } from '#web/money/imports/QuestionFields.tsx'
import { RateFields } from '#web/money/imports/RateFields.tsx'
import { SimilarRecords } from '#web/money/imports/SimilarRecords.tsx'
import type { ImportFileState } from '#web/money/imports/useImportFile.ts'
import { useImportPlan } from '#web/money/imports/useImportPlan.ts'
import { useSendImport } from '#web/money/imports/useSendImport.ts'
import { WhatToImport } from '#web/money/imports/WhatToImport.tsx'
import { WhoAmI } from '#web/money/imports/WhoAmI.tsx'
import { WhoIsWho } from '#web/money/imports/WhoIsWho.tsx'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { dotted, formatCount } from '#web/platform/format.ts'
import { useMyId } from '#web/platform/useMyId.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

export interface ImportPreviewProps {
  trip: ImportingTrip
  roster: readonly ChoosablePerson[]
  file: ImportFileState
  read: { parsed: ParsedFile; fileHash: string }
  /** The footer of the dialog, once it is there. */
  footer: HTMLElement | null
  onSending: (isSending: boolean) => void
  /** @param tripId of a new trip that is there; null for none */
  onSent: (tripId: string | null) => void
}

export function ImportPreview({ trip, roster, file, read, footer, onSending, onSent }: ImportPreviewProps) {
  const [isBalancesOnly, setBalancesOnly] = useState(false)
  const [isWeightMissing, setWeightMissing] = useState(false)
  const parsed = useMemo(
    () => (isBalancesOnly ? withBalancesOnly(read.parsed) : read.parsed),
    [isBalancesOnly, read.parsed],
  )
  const myId = useMyId()
  const plan = useImportPlan(trip, parsed, roster)
  const sending = useSendImport({ trip, roster, plan, ...read, parsed }, onSent)
  const { isSending, hasStarted } = sending
  useEffect(() => onSending(isSending), [onSending, isSending])
  const rows = rowCount(parsed)
  return (
    <>
      <fieldset disabled={isSending || hasStarted} className="grid min-w-0 gap-4">
        <legend className="sr-only">What will be imported</legend>
        <FileCard name={file.fileName ?? ''} parsed={read.parsed} />
        {file.progress !== null && <ProgressBar label="Reading the file" part={file.progress} />}
        {file.refusal !== null && <Banner tone="danger">{file.refusal}</Banner>}
        {parsed.notes.length > 0 && (
          <Banner tone="info">
            {parsed.notes.map((note) => (
              <p key={note}>
                <span>{note}</span>.
              </p>
            ))}
          </Banner>
        )}
        {trip.newTrip && (
          <NewTripFields
            values={trip.newTrip.values}
            errors={plan.tripErrors}
            onChange={trip.newTrip.setValues}
          />
        )}
        <QuestionFields
          parsed={parsed}
          answers={file.answers}
          onAnswer={file.answer}
          onWeightMissing={setWeightMissing}
        />
        {plan.people.length > 0 &&
          (trip.newTrip ? <WhoAmI plan={plan} /> : <WhoIsWho plan={plan} roster={roster} myId={myId} />)}
        <ItineraryNote trip={trip} parsed={parsed} />
        {hasBalancesOnly(read.parsed) && (
          <WhatToImport isBalancesOnly={isBalancesOnly} onChange={setBalancesOnly} />
        )}
        <RateFields plan={plan} currency={trip.currency} />
        {plan.tables.length > 0 && (
          <BalanceComparison {...{ plan, parsed, roster, myId }} tripCurrency={trip.currency} />
        )}
        <SimilarRecords plan={plan} />
        {/* While it is sent, its own records are here already. */}
        {plan.presentCount > 0 && !isSending && !hasStarted && (
          <Banner tone="info">
            <span>{`${plan.presentCount} of `}</span>
            {rows}
            <span>{` ${plan.presentCount === 1 ? 'is' : 'are'} here already.`}</span>
          </Banner>
        )}
        {plan.omitted.length > 0 && <OmittedRows omitted={plan.omitted} rows={rows} />}
        {(plan.missing > 0 || !plan.isSame) && <AnonymousCopy bytes={file.bytes} answers={file.answers} />}
      </fieldset>
      {footer &&
        createPortal(
          <Footer
            {...{ plan, sending }}
            blocked={plan.blocked ?? (isWeightMissing ? 'Enter for how many people each counts.' : null)}
            isReading={file.progress !== null}
            isNew={trip.newTrip !== undefined}
          />,
          footer,
        )}
    </>
  )
}

/** What becomes of the activities in the archive of a trip. */
function ItineraryNote({
  trip: { newTrip },
  parsed,
}: Pick<ImportPreviewProps, 'trip'> & { parsed: ParsedFile }) {
  const count = parsed.trip?.activities.length ?? 0
  if (count === 0) return null
  if (!newTrip)
    return (
      <Banner tone="info">
        Only the money is imported into this trip. With “Import from a file” in the dialog of a new trip, the
        itinerary comes along.
      </Banner>
    )
  const outside = activitiesOutside(parsed, newTrip.values)
  return (
    <Banner tone="info">{`${formatActivities(count - outside.length)} will be in the itinerary.${outside.length > 0 ? ` ${formatActivities(outside.length)} outside the dates will not: ${outside.map(({ title }) => title).join(', ')}.` : ''}`}</Banner>
  )
}

const formatActivities = (count: number) => formatCount(count, 'activity', 'activities')

const rowCount = ({ records, refused, skipped }: ParsedFile): number =>
  records.length + refused.length + skipped.length

function FileCard({ name, parsed }: { name: string; parsed: ParsedFile }) {
  const kind = parsed.source === 'generic' ? 'A table' : `${parsed.label} export`
  const card = useRef<HTMLDivElement>(null)
  // The field that had the focus is gone.
  useEffect(() => card.current?.focus({ preventScroll: true }), [])
  const currencies = [...new Set(parsed.records.map(({ currency }) => currency))]
  return (
    <Card ref={card} tabIndex={-1} className="flex items-center gap-3 outline-none">
      <span className="grid size-11 shrink-0 place-items-center rounded-field bg-success-soft text-success">
        <FileCheck aria-hidden className="size-5.5" />
      </span>
      <span className="min-w-0">
        <bdi className="line-clamp-2 font-medium wrap-anywhere">{name}</bdi>
        <span className="block text-secondary text-muted">
          {dotted([kind, formatCount(rowCount(parsed), 'row'), currencies.join(', ')])}
        </span>
      </span>
    </Card>
  )
}

interface FooterProps {
  plan: ReturnType<typeof useImportPlan>
  sending: ReturnType<typeof useSendImport>
  /** Why nothing can be imported yet, as a sentence; null when it can. */
  blocked: string | null
  isReading: boolean
  isNew: boolean
}

function Footer({ plan: { records }, sending, blocked, isReading, isNew }: FooterProps) {
  const { isSending, progress, failure, hasStarted, send } = sending
  const note = hasStarted
    ? 'What was sent is on the trip. Try again to send the rest.'
    : (blocked ??
      (isNew
        ? 'Nothing has left this device yet.'
        : 'Nothing has left this device yet. You can remove the import as one.'))
  return (
    <>
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      {progress && <ProgressBar label="Importing" part={progress.done / progress.all} />}
      <Button
        onClick={send}
        disabled={!isSending && !hasStarted && (blocked !== null || isReading)}
        busy={isSending}
        busyText="Importing..."
      >
        {failure === null ? (isNew ? 'Create the Trip' : `Import ${countedRecords(records)}`) : 'Try again'}
      </Button>
      <p aria-live="polite" className="text-center text-meta text-balance text-muted">
        {isSending ? 'Importing. This can take a moment.' : note}
      </p>
    </>
  )
}
