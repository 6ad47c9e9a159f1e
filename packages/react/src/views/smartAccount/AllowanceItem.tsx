import type { Permission } from '@latchkey/core'
import { useLatchkeyContext } from '../../context/LatchkeyContext.ts'
import { useModalScope } from '../../context/ModalScope.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import { useNow } from '../../ui/useNow.ts'
import { findUsage } from './findUsage.ts'
import { formatPeriod } from './formatPeriod.ts'
import type { useTokenAmount } from './useTokenAmount.ts'

type Allowance = Exclude<Permission['permissions'][number], { type: 'contract-call' }>

export type AllowanceItemProps = {
  session: Permission
  allowance: Allowance
  amountOf: ReturnType<typeof useTokenAmount>
}

const namedPeriods: Readonly<Record<number, 'day' | 'week'>> = { 86400: 'day', 604800: 'week' }

/** The spending limit of a permission for one token: amount, period, receivers, and the used part. */
export function AllowanceItem({ session, allowance, amountOf }: AllowanceItemProps) {
  const { t, format } = useModalScope()
  const { locale } = useLatchkeyContext()
  const now = useNow(undefined)
  const { data } = allowance
  const token = 'address' in data ? data.address : undefined
  const amount = amountOf(BigInt(data.allowance), token)
  const named = namedPeriods[data.period]
  const text =
    data.period === 0
      ? t('sessions.spend.once', { amount })
      : named
        ? t(`sessions.spend.${named}`, { amount })
        : t('sessions.spend.period', { amount, period: formatPeriod({ seconds: data.period, locale }) })
  return (
    <li className="session-may">
      <p className="session-what">{text}</p>
      {data.start * 1000 > now && (
        <p className="session-how">{t('sessions.spend.from', { time: format.dateTime(data.start * 1000) })}</p>
      )}
      <p className="session-how">{t(data.to === undefined ? 'sessions.spend.anybody' : 'sessions.spend.to')}</p>
      {data.to !== undefined && <AddressText address={data.to} />}
      {session.status === 'active' && <Usage session={session} token={token} amountOf={amountOf} />}
    </li>
  )
}

function Usage({ session, token, amountOf }: Omit<AllowanceItemProps, 'allowance'> & { token: string | undefined }) {
  const { t, format } = useModalScope()
  const usage = findUsage(session, token)
  if (!usage) return <p className="session-how">{t('sessions.usageUnknown')}</p>
  const [used, limit] = [BigInt(usage.used), BigInt(usage.limit)]
  const share = limit === 0n ? 100 : Number((used * 100n) / limit)
  const text = t('sessions.used', { used: amountOf(used, token), limit: amountOf(limit, token) })
  return (
    <div className="session-usage">
      <meter className="sr" min={0} max={100} value={share} aria-label={text} />
      <span className="session-bar" aria-hidden="true">
        <svg width="100%" height="100%" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 1">
          <rect width={Math.min(100, share)} height="1" />
        </svg>
      </span>
      <p className="session-how" data-figures="">
        {text}
      </p>
      {usage.periodEndsAt !== null && (
        <p className="session-how">{t('sessions.renewed', { time: format.dateTime(usage.periodEndsAt * 1000) })}</p>
      )}
    </div>
  )
}
