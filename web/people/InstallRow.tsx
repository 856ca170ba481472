// Installs the app on the home screen: by a button, or on iOS by instructions for the browser's menu.

import { MonitorSmartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Device, watchDevice } from '#web/platform/device.ts'
import { installPrompt, promptInstall } from '#web/platform/installPrompt.ts'
import { ListRow } from '#web/ui/ListRow.tsx'

export function InstallRow() {
  const { offer } = useSnapshot(installPrompt)
  const [device, setDevice] = useState<Device>()
  useEffect(() => watchDevice(setDevice), [])
  if (!device?.canInstall || (!offer && !device.isIOS)) return null
  const how = offer
    ? {
        detail: 'Opens from your home screen, also without a network.',
        onPress: () => void promptInstall(),
        more: true,
      }
    : { detail: 'In the browser’s menu, choose Share, then Add to Home Screen.' }
  return (
    <ListRow
      leading={<MonitorSmartphone aria-hidden className="size-5.5 shrink-0 text-muted" />}
      title="Install the app"
      {...how}
    />
  )
}
