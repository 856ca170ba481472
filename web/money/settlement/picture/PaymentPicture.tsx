// The picture of the suggested payments, in the room that its parties need.

import { settlementFlow } from '#web/money/settlement/picture/settlementFlow.ts'
import { FlowPicture } from '#web/money/settlement/picture/FlowPicture.tsx'
import { flowHeight } from '#web/money/settlement/picture/flowHeight.ts'
import type { PaymentPictureProps } from '#web/money/settlement/picture/picturedPayments.ts'
import { useMyId } from '#web/platform/session/useMyId.ts'

export function PaymentPicture(props: PaymentPictureProps) {
  const { payments } = props
  const myId = useMyId()
  const flow = settlementFlow(
    payments.map(({ from, to, amount, isPaid }) => ({
      from: from.id,
      to: to.id,
      amount,
      isPaid,
    })),
    myId,
  )
  if (payments.length === 0) return null
  // In rem, because its words grow with the text. Until its width is measured anew it may be wider than the window.
  return (
    <div className="overflow-hidden" style={{ height: `${flowHeight(flow) / 16}rem` }}>
      <FlowPicture {...props} flow={flow} myId={myId} />
    </div>
  )
}
