import type { SiwxDevice } from '@latchkey/protocol/api'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useNow } from '../../../ui/useNow.ts'
import rows from '../Rows.module.css'

/** A browser in which the account is signed in. Names `accounts` if there are several. */
export function BrowserRow({
  device,
  name,
  accounts,
  isBusy,
  onEnd,
}: {
  device: SiwxDevice
  name: string
  accounts: readonly string[]
  isBusy: boolean
  onEnd: () => void
}) {
  const { text, format } = useLanguage()
  const now = useNow(15_000)
  const { current } = device
  const [since, until] = [device.createdAt, device.expiresAt].map((time) => format.day(Date.parse(time)))
  const seen = format.ago(Date.parse(device.lastSeenAt), now)
  return (
    <li className={rows.row} data-stacked="true">
      <span className={rows.mark} data-tone={current ? 'accent' : undefined}>
        <Icon name="system" size={20} />
      </span>
      <span className={rows.main}>
        <span className={rows.title}>
          <bdi>{name}</bdi>
          {current && (
            <span className={rows.pill} data-tone="accent">
              {text.browsers.current}
            </span>
          )}
        </span>
        <span className={rows.sub}>
          {current ? text.browsers.since(since ?? '') : text.browsers.seen(seen)}
          {` · ${text.browsers.until(until ?? '')}`}
        </span>
        {accounts.length > 1 && (
          <span className={rows.sub} dir="ltr">
            {format.list(accounts)}
          </span>
        )}
      </span>
      <span className={rows.actions}>
        <Button
          size="s"
          aria-disabled={isBusy}
          aria-label={current ? undefined : text.browsers.signOutOf(name)}
          onClick={() => !isBusy && onEnd()}
        >
          {current ? text.browsers.signOutHere : text.browsers.signOut}
        </Button>
      </span>
    </li>
  )
}
