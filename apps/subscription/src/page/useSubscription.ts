import { useLatchkey } from '@latchkey/react'
import { useCallback, useEffect, useState } from 'react'
import { type OfferedPlan, readSubscription, type ShownSubscription, subscribe } from '../paper/paperApi.ts'

/** The reader's subscription, and functions to start and end it. */
export type Reader = {
  /** Undefined: not known yet; null: none. */
  subscription: ShownSubscription | null | undefined
  status: 'idle' | 'loading' | 'asking' | 'ending'
  /** Why the last step failed. */
  failure: string | undefined
  start: () => void
  end: () => void
}

/** Milliseconds between two reads of the payments while the page is open. */
const lookInterval = 2_000

/** Follows the subscription of an account. Subscribing takes one request to the reader's wallet (ERC-7715). */
export function useSubscription({ plan, address }: { plan: OfferedPlan; address: string | undefined }): Reader {
  const latchkey = useLatchkey()
  const [known, setKnown] = useState<{ address: string; subscription: ShownSubscription | null }>()
  const [asking, setAsking] = useState<'asking' | 'ending'>()
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    if (address === undefined) return
    let current = true
    const look = async () => {
      const subscription = await readSubscription(address).catch(() => undefined)
      if (current && subscription !== undefined)
        setKnown((before) => ({ address, subscription: keepEnd(before?.subscription, subscription) }))
    }
    void look()
    const timer = setInterval(look, lookInterval)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [address])

  const ask = useCallback(
    (step: 'asking' | 'ending', work: () => Promise<ShownSubscription | null>) => {
      if (address === undefined) return
      setFailure(undefined)
      setAsking(step)
      work()
        .then(
          (subscription) => setKnown({ address, subscription }),
          (error: unknown) => setFailure(error instanceof Error ? error.message : 'Something went wrong'),
        )
        .finally(() => setAsking(undefined))
    },
    [address],
  )

  const start = () =>
    ask('asking', async () => {
      const now = Math.floor(Date.now() / 1000)
      const { token, price, period, periods, merchant, publicKey } = plan
      const { pci } = await latchkey.permissions.grant({
        // The last second of the last period, because one more would start another period.
        expiry: now + period * periods - 1,
        signer: { type: 'key', data: { type: 'secp256k1', publicKey } },
        permissions: [
          {
            type: 'erc20-recurring-allowance',
            data: {
              address: token.address,
              allowance: `0x${BigInt(price).toString(16)}`,
              ...{ start: now, period, to: merchant },
            },
          },
        ],
      })
      return subscribe({ account: address ?? '', pci })
    })

  const subscription = known && known.address === address ? known.subscription : undefined
  const end = () =>
    ask('ending', async () => {
      if (!subscription) return null
      await latchkey.permissions.revoke({ pci: subscription.pci })
      // If the newspaper is unreachable, it finds out with its next payment. The reader need not wait for that.
      const { account, pci } = subscription
      const told = await subscribe({ account, pci }).catch(() => null)
      return { ...(told ?? subscription), ended: 'revoked' }
    })

  const status = asking ?? (address !== undefined && subscription === undefined ? 'loading' : 'idle')
  return { subscription, status, failure, start, end }
}

/** Shows a subscription as ended as soon as the reader ends it, before the newspaper's server reports the end. */
function keepEnd(
  before: ShownSubscription | null | undefined,
  now: ShownSubscription | null,
): ShownSubscription | null {
  return now && before?.pci === now.pci ? { ...now, ended: now.ended ?? before.ended } : now
}
