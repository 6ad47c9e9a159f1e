import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import type { WalletListing } from '@latchkey/protocol/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { rememberListings } from './useListing.ts'

/** What {@link useDirectory} answers. */
export type DirectoryState = {
  status: 'loading' | 'ready' | 'failed'
  items: readonly WalletListing[]
  /** How many there are in all. */
  count: number
  error: { code: ErrorCode; message: string } | undefined
}

/** The wallets of the directory that match a text, more of them on demand. */
export function useDirectory(search: string): DirectoryState & { loadMore: () => void; retry: () => void } {
  const { latchkey, memory } = useModalScope()
  // One letter matches nearly everything; the list then stays as it is.
  const text = search.trim().length < 2 ? '' : search.trim()
  const [state, setState] = useState<DirectoryState & { page: number }>({
    status: 'loading',
    items: [],
    count: 0,
    error: undefined,
    page: 0,
  })
  const abort = useRef<AbortController>(undefined)

  const load = useCallback(
    async (page: number) => {
      abort.current?.abort()
      const current = new AbortController()
      abort.current = current
      setState((before) => ({ ...before, status: 'loading', error: undefined, items: page === 1 ? [] : before.items }))
      try {
        const answer = await latchkey.wallets.search({
          page,
          signal: current.signal,
          ...(text === '' ? {} : { search: text }),
        })
        if (current.signal.aborted) return
        const listings = answer.data.flatMap(({ listing }) => listing ?? [])
        rememberListings(memory, listings)
        setState((before) => ({
          status: 'ready',
          items: page === 1 ? listings : [...before.items, ...listings],
          count: answer.count,
          error: undefined,
          page,
        }))
      } catch (error) {
        if (current.signal.aborted) return
        const { code, message } = error instanceof LatchkeyError ? error : new LatchkeyError('network_request_failed')
        setState((before) => ({ ...before, status: 'failed', error: { code, message } }))
      }
    },
    [latchkey, memory, text],
  )

  const first = useRef(true)
  useEffect(() => {
    const timer = window.setTimeout(() => void load(1), first.current ? 0 : 300)
    first.current = false
    return () => {
      window.clearTimeout(timer)
      abort.current?.abort()
    }
  }, [load])

  return {
    ...state,
    loadMore: () => {
      if (state.status === 'ready' && state.items.length < state.count) void load(state.page + 1)
    },
    retry: () => void load(state.items.length === 0 ? 1 : state.page + 1),
  }
}
