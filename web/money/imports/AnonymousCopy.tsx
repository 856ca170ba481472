// A copy of the file that can be attached to a report: names and texts are replaced, amounts and dates stay, because
// mistakes are there.

import { isJsonText } from '#core/imports/text/jsonText.ts'
import { startAnonymizing } from '#web/money/imports/startParsing.ts'
import type { ImportFileState } from '#web/money/imports/useImportFile.ts'
import { failureText } from '#web/platform/outbox/failureText.ts'
import { saveFile } from '#web/platform/page/saveFile.ts'
import { useSubmit } from '#web/platform/forms/useSubmit.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toasts.tsx'

type AnonymousCopyProps = Pick<ImportFileState, 'bytes' | 'answers'>

export function AnonymousCopy({ bytes, answers }: AnonymousCopyProps) {
  const { isSubmitting, run } = useSubmit()
  if (bytes === null) return null
  const save = () =>
    run(async () => {
      try {
        const text = await startAnonymizing(bytes, answers)
        if (text === null) return toast.error('This file is not text, so a copy cannot be made.')
        const [ending, type] = isJsonText(text) ? ['json', 'application/json'] : ['csv', 'text/csv']
        saveFile(`import-without-names.${ending}`, type, text)
      } catch (error) {
        toast.error(failureText('Failed to make a copy', error))
      }
    })
  return (
    <div className="grid justify-items-start gap-1 px-1">
      <p className="text-secondary text-pretty text-muted">
        Is something wrong with this file here? A copy without its names and texts can be sent with a report.
      </p>
      <Button
        variant="quiet"
        size="sm"
        className="-ms-3"
        busy={isSubmitting}
        busyText="Saving..."
        onClick={save}
      >
        Save a copy without names
      </Button>
    </div>
  )
}
