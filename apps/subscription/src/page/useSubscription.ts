import { LatchkeyError } from '@latchkey/protocol'
import { useErrorText, useLatchkey } from '@latchkey/react'
import { useCallback, useReducer, useState } from 'react'
import type { KeptSubscription, SubscriptionRecord } from '../paper/createSubscriptionRecord.ts'
import { keepAsShown } from '../paper/lookAt.ts'
import { type OfferedPlan, type ShownSubscription, subscribe } from '../paper/paperApi.ts'
import { toFailure } from './toFailure.ts'
import { type Seen, useLook } from './useLook.ts'

/** The subscription of the connected account, the others of this browser, and functions to start and end. */
export type Reader = Seen & {
  status: 'idle' | 'loading' | 'asking' | 'ending'
  /** The permission that the newspaper has not confirmed yet. */
  unconfirmed: KeptSubscription | undefined
  /** Subscriptions of wallets that are not connected now, with the newspaper's last answer. */
  others: readonly { kept: KeptSubscription; seen: Seen }[]
  /** Subscriptions that ended while their wallet was not connected here, until the reader dismisses them. */
  over: readonly { kept: KeptSubscription; seen: Seen }[]
  /** Forgets a subscription that is over. */
  dismiss: (account: string) => void
  /** Why the last step failed. */
  failure: string | undefined
  start: () => void
  end: () => void
  /** Asks the newspaper again. */
  look: () => void
}

/** Follows the subscriptions of this browser. Subscribing takes one request to the reader's wallet (ERC-7715). */
export function useSubscription({
  plan,
  address,
  record,
}: {
  plan: OfferedPlan
  address: string | undefined
  record: SubscriptionRecord
}): Reader {
  const latchkey = useLatchkey()
  const { seenOf, look, take } = useLook({ address, record })
  const [step, setStep] = useState<'asking' | 'ending'>()
  const [error, setError] = useState<{ address: string; step: 'asking' | 'ending'; cause: unknown }>()
  const [, showAgain] = useReducer((count: number) => count + 1, 0)
  const failed = error?.address === address ? error : undefined
  const { coded, text } = toFailure(failed)
  const codedText = useErrorText(coded)

  const ask = useCallback(
    (next: 'asking' | 'ending', work: (account: string) => Promise<ShownSubscription | null>) => {
      if (address === undefined) return
      setError(undefined)
      setStep(next)
      work(address)
        .then(
          (subscription) => {
            if (next === 'asking') keepAsShown({ account: address, record, subscription, isConnected: true })
            take(address, subscription)
          },
          (cause: unknown) => setError({ address, step: next, cause }),
        )
        .finally(() => setStep(undefined))
    },
    [address, record, take],
  )

  const start = () =>
    ask('asking', async (account) => {
      const { chainId, token, price, period, periods, merchant, publicKey } = plan
      const startsAt = record.begin(account, Math.floor(Date.now() / 1000))
      // The last second of the last period, because one more would start another period.
      const endsAt = startsAt + period * periods - 1
      const granting = latchkey.permissions.grant({
        ...{ chainId, expiry: endsAt, signer: { type: 'key', data: { type: 'secp256k1', publicKey } } },
        permissions: [
          {
            type: 'erc20-recurring-allowance',
            data: {
              address: token.address,
              allowance: `0x${BigInt(price).toString(16)}`,
              ...{ start: startsAt, period, to: merchant },
            },
          },
        ],
      })
      const { pci } = await granting.catch((cause: unknown) => {
        // After any other failure the outcome may be unknown, so a repetition must be the same request.
        if (cause instanceof LatchkeyError && cause.code === 'user_rejected') record.settle(account)
        throw cause
      })
      // Kept before the newspaper knows it, so that a closed page or a lost answer does not hide a permission.
      record.keep({ account, pci, startsAt, endsAt, state: 'allowed' })
      record.settle(account)
      return subscribe({ account, pci })
    })

  const seen = address === undefined ? { subscription: null, isUnreachable: false } : seenOf(address)
  const kept = record.all()
  const isOwn = ({ account }: KeptSubscription) => account === address?.toLowerCase()
  const own = kept.find(isOwn)
  const unconfirmed = own?.state === 'allowed' ? own : undefined
  // The newspaper may not know the end yet.
  const isEnded = own?.state === 'ended' && own.pci === seen.subscription?.pci
  const subscription =
    seen.subscription && isEnded ? { ...seen.subscription, ended: 'revoked' as const } : seen.subscription
  const end = () =>
    ask('ending', async () => {
      const ending = unconfirmed ?? subscription
      if (!ending) return null
      const { account, pci } = ending
      await latchkey.permissions.revoke({ pci })
      // If the newspaper does not answer, the page informs it later. The reader need not wait for that.
      record.keep({ account, pci, startsAt: ending.startsAt, endsAt: ending.endsAt, state: 'ended' })
      const told = await subscribe({ account, pci }).catch(() => null)
      const shown = told ?? subscription
      return shown ? { ...shown, ended: 'revoked' } : null
    })

  const notConnected = kept.filter((one) => !isOwn(one)).map((one) => ({ kept: one, seen: seenOf(one.account) }))
  return {
    ...seen,
    subscription,
    status: step ?? (address !== undefined && subscription === undefined ? 'loading' : 'idle'),
    unconfirmed,
    others: notConnected.filter(({ kept: { state } }) => state === 'allowed' || state === 'active'),
    over: notConnected.filter(({ kept: { state } }) => state === 'over'),
    dismiss: (account) => {
      record.forget(account)
      showAgain()
    },
    failure: text ?? codedText,
    ...{ start, end, look: () => look(true) },
  }
}
