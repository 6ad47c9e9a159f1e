import { ServiceError } from '@latchkey/protocol/errors'
import { useLatchkey } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { forgetOthers, ownerOf } from '../api/ownKey.ts'
import { createSignedIn } from './createSignedIn.ts'
import { SignedInContext } from './SignedInContext.ts'
import { isWatched } from './watchSiwx.ts'

/** Follows the current sign-in, and removes an account's data as soon as another account is active. */
export function SignedInProvider({ children }: { children: ReactNode }) {
  const { signIn, config } = useLatchkey()
  const cache = useQueryClient()
  const [store] = useState(() => {
    const { siwx } = config
    return createSignedIn({ signIn, away: isWatched(siwx) ? siwx.away : undefined })
  })

  useEffect(() => {
    const forget = () => {
      const state = store.getState()
      forgetOthers({ cache, owner: state.status === 'signedIn' ? state.owner : undefined })
    }
    const notice = (error: unknown, key: readonly unknown[] | undefined) => {
      const owner = ownerOf(key)
      if (owner && error instanceof ServiceError && error.code === 'siwx_session_required') store.lose(owner)
    }
    const stops = [
      store.start(),
      store.subscribe(forget),
      cache.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error, event.query.queryKey)
      }),
      cache.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error')
          notice(event.action.error, event.mutation.options.mutationKey)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [store, cache])
  return <SignedInContext value={store}>{children}</SignedInContext>
}
