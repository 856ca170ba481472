// The first step of an import: which file. It is read on the device, with a bar while that takes long.

import { FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { AnonymousCopy } from '#web/money/imports/AnonymousCopy.tsx'
import type { ImportFileState } from '#web/money/imports/useImportFile.ts'
import { ProgressBar } from '#web/money/imports/ProgressBar.tsx'
import { Banner } from '#web/ui/feedback/Banner.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { buttonClasses } from '#web/ui/buttons/buttonClasses.ts'
import { classes } from '#web/ui/classes.ts'

type ChooseFileProps = Omit<ImportFileState, 'read' | 'answer'>

interface ChooseFileStepProps {
  file: ChooseFileProps
  title?: string
}

export function ChooseFile({ file, title = 'Bring expenses from another app' }: ChooseFileStepProps) {
  const { fileName, bytes, answers, progress, refusal, choose, forget } = file
  if (progress !== null)
    return (
      <Card className="grid gap-3">
        <p className="wrap-anywhere">
          Reading <bdi className="font-semibold">{fileName}</bdi>
        </p>
        <ProgressBar label="Reading the file" part={progress} />
        <Button variant="quiet" onClick={forget} className="justify-self-start">
          Cancel
        </Button>
      </Card>
    )
  return (
    <div className="grid gap-4">
      {refusal !== null && (
        <Banner tone="danger" title={`${fileName ?? 'The file'} cannot be imported`}>
          {refusal}
        </Banner>
      )}
      {refusal !== null && <AnonymousCopy bytes={bytes} answers={answers} />}
      <DropArea title={title} onFile={choose} />
      <div className="grid gap-2 px-1 text-secondary text-muted">
        <p>
          Reads the exports of Splitwise, Spliit, Tricount, Cospend, I hate money and Settle Up, and any table
          with a date, an amount and who paid; and the ZIP file that a trip here exports.
        </p>
        <p>Nothing leaves this device before you agree.</p>
      </div>
    </div>
  )
}

/** A file can be dropped anywhere on it. */
function DropArea({ title, onFile }: { title: string; onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  return (
    <Card
      className={classes('grid justify-items-center gap-3 py-8 text-center', isOver && 'border-primary')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp aria-hidden className="size-10 text-primary" strokeWidth={1.5} />
      <p className="text-title font-semibold text-balance">{title}</p>
      <label
        className={classes(
          buttonClasses('primary', 'md'),
          'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        )}
      >
        Choose a file
        <input
          type="file"
          accept=".csv,.json,.txt,.zip,text/csv,application/json,text/plain,application/zip"
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            // The same file can be chosen again after it was changed.
            target.value = ''
            if (chosen) onFile(chosen)
          }}
        />
      </label>
      <p className="text-secondary text-muted">A CSV or JSON file of up to 5 MB, or an exported trip</p>
    </Card>
  )
}
