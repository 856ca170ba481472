// What an import will do, before anything leaves the device: who is who, open questions, the balances in the file and
// here, and what is left out.

import { FileCheck } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { withBalancesOnly, hasBalancesOnly, NO_LINE } from '#core/imports/withBalancesOnly.ts'
import type { ParsedFile, OmittedRow } from '#core/imports/parsedFile.ts'
import { formatMinor } from '#core/kernel/formatMinor.ts'
import type { CurrencyCode } from '#core/kernel/money.ts'
import { AnonymousCopy } from '#web/money/imports/AnonymousCopy.tsx'
import { BalanceComparison } from '#web/money/imports/BalanceComparison.tsx'
import { countedRecords } from '#web/money/imports/balanceTables.ts'
import { ProgressBar } from '#web/money/imports/ProgressBar.tsx'
import { leftOutActivities, type ImportingTrip } from '#web/money/imports/newTrip.ts'
import { NewTripFields } from '#web/money/imports/NewTripFields.tsx'
import { QuestionFields } from '#web/money/imports/QuestionFields.tsx'
import type { ImportFileState } from '#web/money/imports/useImportFile.ts'
import { useImportPlan, type ImportPlan } from '#web/money/imports/useImportPlan.ts'
import { useSendImport } from '#web/money/imports/sending/useSendImport.ts'
import { WhoIsWho, WhoAmI } from '#web/money/imports/WhoIsWho.tsx'
import type { ChoosablePerson } from '#web/money/tripPeople.ts'
import { dotted, formatCount, formatDate } from '#web/platform/time/format.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PreviewSection } from '#web/money/imports/PreviewSection.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { SegmentField } from '#web/ui/fields/SegmentField.tsx'

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
  const sending = useSendImport({ trip, roster, plan, ...read, parsed }, file.bytes, onSent)
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
  const outside = leftOutActivities(parsed, newTrip.values)
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

type SimilarRecordsProps = Pick<ImportPlan, 'similar' | 'ticked' | 'tick'>

/** The rows of a file that look like an expense of the trip. They are not imported unless somebody ticks them. */
function SimilarRecords({ plan: { similar, ticked, tick } }: { plan: SimilarRecordsProps }) {
  if (similar.length === 0) return null
  return (
    <PreviewSection title="Looks like one you have" result="Tick what is another one">
      <Card padded={false} className="p-1">
        {similar.map(({ rowKey, description, date, amount, currency, line }) => (
          <Checkbox
            key={rowKey}
            label={description}
            detail={`${formatMinor(amount, currency)} on ${formatDate(date)}, line ${line}`}
            checked={ticked.has(rowKey)}
            onChange={({ target }) => tick(rowKey, target.checked)}
          />
        ))}
      </Card>
    </PreviewSection>
  )
}

interface RateFieldsProps {
  plan: Pick<ImportPlan, 'rates' | 'rateFaults' | 'setRate'>
  /** The trip's currency. */
  currency: CurrencyCode
}

/** One rate for each currency of a file that is not the trip's, typed once for all its rows. */
function RateFields({ plan, currency }: RateFieldsProps) {
  const { rates, rateFaults, setRate } = plan
  if (rates.size === 0) return null
  return (
    <PreviewSection title="Other currencies">
      <Card className="grid gap-4">
        {[...rates].map(([code, text]) => (
          <TextField
            key={code}
            label={`${currency} for 1 ${code}`}
            inputMode="decimal"
            autoComplete="off"
            helper={`Converts all rows in ${code}, each once.`}
            error={rateFaults.get(code)}
            value={text}
            onChange={({ target }) => setRate(code, target.value)}
          />
        ))}
      </Card>
    </PreviewSection>
  )
}

interface WhatToImportProps {
  isBalancesOnly: boolean
  onChange: (isBalancesOnly: boolean) => void
}

/** Whether all rows of the file are imported, or the balances alone. */
function WhatToImport({ isBalancesOnly, onChange }: WhatToImportProps) {
  return (
    <PreviewSection title="What to import">
      <Card className="grid gap-2">
        <SegmentField
          label="What to import"
          hideLabel
          options={[
            { value: 'rows', label: 'Every row' },
            { value: 'balances', label: 'Balances only' },
          ]}
          value={isBalancesOnly ? 'balances' : 'rows'}
          onChange={({ target }) => onChange(target.value === 'balances')}
        />
        <p aria-live="polite" className="text-secondary text-pretty text-muted">
          {isBalancesOnly
            ? 'One expense for each currency brings everybody to the balance in the file. Another file of this group would count it again.'
            : 'All expenses and payments, with their dates. Next month’s file adds only what is new.'}
        </p>
      </Card>
    </PreviewSection>
  )
}

interface OmittedRowsProps {
  omitted: readonly OmittedRow[]
  /** How many rows the file has. */
  rows: number
}

const OMITTED_SHOWN_AT_FIRST = 20

/** The rows of a file that are not imported, each with its line and the reason. */
function OmittedRows({ omitted, rows }: OmittedRowsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? omitted : omitted.slice(0, OMITTED_SHOWN_AT_FIRST)
  return (
    <PreviewSection title="Left out" result={`${omitted.length} of ${formatCount(rows, 'row')}`}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {shown.map(({ line, text, reason }, index) => (
          <li key={index} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2 px-4 py-2.5">
            <span className="text-secondary text-muted">
              {line === NO_LINE ? 'Balances' : `Line ${line}`}
            </span>
            <span className="min-w-0">
              <bdi className="line-clamp-2 text-secondary font-medium wrap-anywhere">{text}</bdi>
              <span className="block text-secondary wrap-anywhere text-muted">{reason}</span>
            </span>
          </li>
        ))}
      </ul>
      {shown.length < omitted.length && (
        <Button
          variant="quiet"
          size="sm"
          onClick={() => setShowsAll(true)}
        >{`Show all ${omitted.length}`}</Button>
      )}
    </PreviewSection>
  )
}
