import { toAccountId, toTopic } from '@latchkey/protocol'
import { useLatchkey } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFollow } from '../live/useFollow.ts'
import { useSite } from '../site/SiteContext.ts'
import { useAccountAddress } from './useAccountAddress.ts'

/** Keeps balances and history of the connected account fresh on every network of the site, by the event stream. */
export function useLiveAccount() {
  const { networks } = useSite()
  const { address } = useAccountAddress()
  const latchkey = useLatchkey()
  const cache = useQueryClient()
  const renew = (kind: 'balance' | 'history') => cache.invalidateQueries({ queryKey: [kind, address?.toLowerCase()] })

  useFollow({
    topics: address
      ? networks.flatMap(({ caipNetworkId: chainId }) => [
          toTopic('balance', toAccountId({ chainId, address })),
          toTopic('history', toAccountId({ chainId, address })),
        ])
      : [],
    onEvent: ({ kind }) => {
      if (kind === 'balance' || kind === 'history') renew(kind)
    },
    onResync: () => {
      renew('balance')
      renew('history')
    },
  })

  // A transaction is in the history as pending before its block is made.
  useEffect(
    () =>
      latchkey.subscribe(({ type }) => {
        if (type === 'transactionSent') cache.invalidateQueries({ queryKey: ['history'] })
      }),
    [latchkey, cache],
  )
}
