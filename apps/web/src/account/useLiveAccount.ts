import { parseChainId, toAccountId, toTopic } from '@latchkey/protocol'
import { useLatchkey } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { renew } from '../live/renew.ts'
import { useFollow } from '../live/useFollow.ts'
import { useSite } from '../site/SiteContext.ts'
import { useFamilyAddresses } from './useFamilyAddresses.ts'

/** Keeps balances and history of the connected accounts current on every network of the site, through the event stream. */
export function useLiveAccount() {
  const { networks } = useSite()
  const addresses = useFamilyAddresses()
  const latchkey = useLatchkey()
  const cache = useQueryClient()

  useFollow({
    topics: networks.flatMap(({ caipNetworkId: chainId }) => {
      const address = addresses[parseChainId(chainId).namespace]
      if (address === undefined) return []
      const account = toAccountId({ chainId, address })
      return [toTopic('balance', account), toTopic('history', account)]
    }),
    onEvent: ({ kind }) => {
      if (kind === 'balance' || kind === 'history') renew(cache, [kind])
    },
    onResync: () => {
      renew(cache, ['balance'])
      renew(cache, ['history'])
    },
  })

  // A transaction appears in the history as pending before its block.
  useEffect(
    () =>
      latchkey.subscribe(({ type }) => {
        if (type === 'transactionSent') renew(cache, ['history'])
      }),
    [latchkey, cache],
  )
}
