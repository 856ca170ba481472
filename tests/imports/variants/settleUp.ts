// Settle Up of old versions, and saved again.

import { utf16 } from '#tests/imports/importedFiles.ts'
import { lines, type OtherFile } from '#tests/imports/variants/otherFile.ts'

export const settleUp: readonly OtherFile[] = [
  {
    of: 'of older versions, without time zone, type and receipt',
    file: lines(
      '"Who paid","Amount","Currency","For whom","Split amounts","Purpose","Date & time","Exchange rate","Converted amount"',
      '"Ada","30","EUR","Ada;Ben;Chi","10;10;10","Dinner","2015-10-03 12:30:00","",""',
      '"Ben","10","EUR","Ada","10","Ben → Ada","2015-10-04 12:30:00","",""',
    ),
    label: 'Settle Up',
    balances: ['EUR Ada 1000', 'EUR Chi -1000'],
  },
  {
    of: 'in UTF-16 with a line that names the delimiter',
    file: utf16(
      lines(
        'sep=;',
        '"Who paid";"Amount";"Currency";"For whom";"Split amounts";"Purpose";"Category";"Date & time";"Timezone";"Exchange rate";"Converted amount";"Type";"Receipt"',
        '"Ada;Ben";"20,50;10";"EUR";"Ada;Ben";"15,25;15,25";"Dinner";"🍔";"2026-10-03 12:30:00";"Europe/Paris";"";"";"expense";""',
      ),
    ),
    label: 'Settle Up',
    balances: ['EUR Ada 525', 'EUR Ben -525'],
  },
]
