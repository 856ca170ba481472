// Offers a photo of a chat as a receipt: a chat knows nothing of money. The code comes with the first photo that is opened.

import type { ComponentType } from 'react'
import { PhotoActions } from '#web/records/files/photoActions.ts'

const loadReceiptBar = async () => (await import('#web/money/expenses/ReceiptBar.tsx')).ReceiptBar

export const withReceipts = <Props extends object>(Chat: ComponentType<Props>) =>
  function ChatWithReceipts(props: Props) {
    return (
      <PhotoActions value={loadReceiptBar}>
        <Chat {...props} />
      </PhotoActions>
    )
  }
