// The profile screen: account, password, passkeys, devices and log-out.

import {
  type LucideIcon,
  Bell,
  CircleHelp,
  KeyRound,
  Lock,
  LogOut,
  Settings,
  ShieldCheck,
  MonitorSmartphone,
} from 'lucide-react'
import { type ComponentType, useState, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { shownName } from '#core/kernel/personName.ts'
import { listPasskeys } from '#core/people/passkeyContract.ts'
import { PasskeysRow } from '#web/people/Passkeys.tsx'
import { SessionsRow } from '#web/people/Sessions.tsx'
import {
  type NotificationSetting,
  notificationSetting,
  setNotifications,
} from '#web/platform/worker/notifications.ts'
import { formatCount } from '#web/platform/time/format.ts'
import { outbox } from '#web/platform/outbox/outbox.ts'
import { openKeepAccount } from '#web/platform/session/keepingAccount.ts'
import { logOut, session } from '#web/platform/session/session.ts'
import { useIdlePart } from '#web/platform/page/useIdlePart.ts'
import { useQuery } from '#web/platform/queries/queries.ts'
import { useReloadOnOpen } from '#web/platform/queries/useReloadOnOpen.ts'
import { useTripWork } from '#web/platform/forms/useTripWork.ts'
import { whenIdle } from '#web/platform/page/whenIdle.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/buttons/Button.tsx'
import { ListRow, List } from '#web/ui/lists/List.tsx'
import { lazyDialog } from '#web/ui/dialogs/lazyDialog.tsx'
import { StatusChip } from '#web/ui/feedback/StatusChip.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { TopBar } from '#web/ui/navigation/TopBar.tsx'
import { type Device, watchDevice } from '#web/platform/page/device.ts'
import { installPrompt, promptInstall } from '#web/platform/page/installPrompt.ts'
import { enteredName } from '#web/platform/outbox/enteredText.ts'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.ts'
import type { DialogState } from '#web/ui/dialogs/dialogParts.tsx'

const ChangePasswordDialog = lazyDialog(
  async () => (await import('#web/people/ChangePasswordDialog.tsx')).ChangePasswordDialog,
)

interface ProfileScreenProps {
  /** What was entered for trips that this person can no longer read. */
  loadOrphanedWork: () => Promise<ComponentType<object>>
}

export function ProfileScreen({ loadOrphanedWork }: ProfileScreenProps) {
  const { user } = useSnapshot(session)
  const { commands, isRead } = useSnapshot(outbox)
  const unsent = commands.length
  const hasWork = useTripWork().size > 0
  const passkeys = useQuery(listPasskeys)
  useReloadOnOpen(true, passkeys)
  const isWithoutPassword = passkeys.data?.hasPassword === false
  const [asking, setAsking] = useState<'logout' | 'password' | null>(null)
  // It must open without a network.
  useEffect(() => whenIdle(LazyConfirmDialog.prefetch), [])
  if (!user) return null
  // Asks only when pending commands, or the way back, would be lost.
  const leave = () => (unsent > 0 || user.isProvisional ? setAsking('logout') : logOut())
  const close = () => setAsking(null)
  return (
    // The title stands over its column.
    <div className="contents [--page-width:calc(560px+2*var(--gutter))]">
      <TopBar title="Profile" shadow />
      <main className="page-width below-top-bar above-bottom-nav gutter">
        <div className="grid gap-4 pt-6">
          <div className="flex flex-wrap items-center gap-4 pb-1">
            <Avatar id={user.id} name={shownName(user)} size="xl" />
            <div className="min-w-0 flex-[1_1_8rem]">
              <h2 className="text-section font-bold break-words">
                <bdi>{shownName(user)}</bdi>
              </h2>
              {user.displayName !== undefined && (
                <p className="break-words text-muted">
                  Username <bdi>{user.username}</bdi>
                </p>
              )}
              <p className="break-words text-muted">
                {user.email === null ? 'No email provided' : <bdi>{user.email}</bdi>}
              </p>
              {user.isAdmin && (
                <p className="mt-1.5">
                  <StatusChip tone="info">
                    <ShieldCheck aria-hidden className="me-1 size-3.5" />
                    Administrator
                  </StatusChip>
                </p>
              )}
            </div>
          </div>
          {hasWork && <OrphanedWork load={loadOrphanedWork} />}
          <List>
            <li className="flex items-center gap-3 px-4 py-3">
              <RowIcon of={Bell} />
              <div className="min-w-0 flex-1">
                <Notifications />
              </div>
            </li>
            <InstallRow />
            {user.isProvisional ? (
              <ListRow
                leading={<RowIcon of={KeyRound} />}
                title="Keep your account"
                detail="Add a password or a passkey, so that you can sign in on another device"
                onPress={() => openKeepAccount()}
                more
              />
            ) : (
              <>
                <ListRow
                  leading={<RowIcon of={KeyRound} />}
                  title={isWithoutPassword ? 'Add a password' : 'Change password'}
                  onPress={() => setAsking('password')}
                  more
                />
                <PasskeysRow query={passkeys} />
              </>
            )}
            <SessionsRow />
          </List>
          <List label="Coming later">
            {later.map(({ title, icon }) => (
              <ListRow
                key={title}
                leading={<RowIcon of={icon} />}
                title={title}
                trailing={<span className="text-secondary text-muted">Coming later</span>}
              />
            ))}
          </List>
          <div className="pb-4 text-center">
            <Button
              variant="quiet"
              icon={LogOut}
              className="w-full border border-line bg-surface text-danger!"
              onClick={leave}
            >
              Logout
            </Button>
            <p className="mt-3 min-h-lh text-meta text-muted">
              {unsent > 0
                ? `${formatCount(unsent, 'change')} not sent yet.`
                : isRead && 'Everything you entered has been sent.'}
            </p>
          </div>
        </div>
        <LogoutDialog open={asking === 'logout'} onClose={close} isForGood={user.isProvisional === true} />
        <ChangePasswordDialog open={asking === 'password'} onClose={close} isFirst={isWithoutPassword} />
      </main>
    </div>
  )
}

/** Few have any, so its code is loaded then. */
const OrphanedWork = ({ load }: { load: ProfileScreenProps['loadOrphanedWork'] }) => useIdlePart(load, {})

/** Rows of features that do not exist yet. */
const later = [
  { title: 'Settings', icon: Settings },
  { title: 'Privacy & Security', icon: Lock },
  { title: 'Help & Support', icon: CircleHelp },
]

const RowIcon = ({ of: Icon }: { of: LucideIcon }) => (
  <Icon aria-hidden className="size-5.5 shrink-0 text-muted" />
)

const helpers: Record<NotificationSetting['permission'], string> = {
  granted: 'New messages, while the app is open in the background. On this device only.',
  default: 'This browser has not allowed them yet.',
  denied: 'Blocked by this browser.',
  unsupported: 'This browser has none.',
}

function Notifications() {
  const [{ isOn, permission }, setSetting] = useState(notificationSetting)
  const isBlocked = permission === 'denied' || permission === 'unsupported'
  const change = (isOnNow: boolean) => void setNotifications(isOnNow).then(setSetting)
  return (
    <>
      <Switch
        label="Notifications"
        helper={isOn || isBlocked ? helpers[permission] : 'On this device only.'}
        checked={isOn && !isBlocked}
        onChange={({ target }) => change(target.checked)}
      />
      {isOn && permission === 'default' && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={() => change(true)}>
          Allow Notifications
        </Button>
      )}
    </>
  )
}

/** Installs the app on the home screen: by a button, or on iOS by instructions for the browser's menu. */
function InstallRow() {
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

/**
 * Asks before a log-out that loses pending commands, which exist only on this device, and lists them; or that is for good,
 * because the account has no password.
 */
function LogoutDialog({ open, onClose, isForGood }: DialogState & { isForGood: boolean }) {
  const { commands } = useSnapshot(outbox)
  const loseAndLeave = () => {
    for (const command of [...outbox.commands]) command.discard()
    logOut()
  }
  return (
    <LazyConfirmDialog
      open={open}
      onClose={onClose}
      title={isForGood ? 'Log out for good?' : 'Log out and lose what is not sent?'}
      submitText="Log out anyway"
      onConfirm={loseAndLeave}
    >
      {isForGood && (
        <p>
          Without a password you cannot come back: nobody can sign in to this account again. What you added
          stays on the trips. Keep your account first, and you can.
        </p>
      )}
      {commands.length > 0 && (
        <div className={isForGood ? 'mt-3' : ''}>
          <p>{`${commands.length === 1 ? 'This has' : `These ${commands.length} have`} not reached the others yet:`}</p>
          <ul className="mt-2 list-disc ps-5">
            {commands.slice(0, LISTED_AT_MOST).map((command) => (
              <li key={command.key} className="break-words">
                <bdi>{enteredName(command.body) ?? 'A change'}</bdi>
              </li>
            ))}
            {commands.length > LISTED_AT_MOST && <li>{`and ${commands.length - LISTED_AT_MOST} more`}</li>}
          </ul>
        </div>
      )}
    </LazyConfirmDialog>
  )
}

const LISTED_AT_MOST = 5
