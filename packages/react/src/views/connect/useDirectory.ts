import type { WalletEntry } from '@latchkey/core'
import { type ChainNamespace, type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'

/** Pause in typing before a search, in milliseconds (specification 9). */
const debounce = 300

export type DirectoryState = {
  status: 'loading' | 'ready' | 'failed'
  items: readonly WalletEntry[]
  isLast: boolean
  error: { code: ErrorCode; message: string } | undefined
}

/** Returns the wallets that match a text, those of this browser first, and loads more on demand. */
export function useDirectory({
  search = '',
  certified = false,
  namespace,
}: {
  search?: string
  certified?: boolean
  namespace?: ChainNamespace | undefined
} = {}): DirectoryState & { loadMore: () => void; retry: () => void } {
  const { latchkey } = useModalScope()
  // One letter matches nearly everything, so the list stays as it is.
  const text = search.trim().length < 2 ? '' : search.trim()
  const [state, setState] = useState<DirectoryState & { page: number }>({
    status: 'loading',
    items: [],
    isLast: true,
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
        const { data, isLast } = await latchkey.wallets.search({
          page,
          signal: current.signal,
          ...(certified ? { certified } : {}),
          ...(namespace ? { namespace } : {}),
          ...(text === '' ? {} : { search: text }),
        })
        if (current.signal.aborted) return
        setState((before) => {
          const earlier = page === 1 ? [] : before.items
          const known = new Set(earlier.map(({ id }) => id))
          const items = [...earlier, ...data.filter(({ id }) => !known.has(id))]
          return { status: 'ready', items, isLast, error: undefined, page }
        })
      } catch (error) {
        if (current.signal.aborted) return
        const { code, message } = error instanceof LatchkeyError ? error : new LatchkeyError('network_request_failed')
        setState((before) => ({ ...before, status: 'failed', error: { code, message } }))
      }
    },
    [latchkey, text, certified, namespace],
  )

  const last = useRef<string>(undefined)
  useEffect(() => {
    const isTyping = last.current !== undefined && last.current !== text
    last.current = text
    const timer = window.setTimeout(() => void load(1), isTyping ? debounce : 0)
    return () => {
      window.clearTimeout(timer)
      abort.current?.abort()
    }
  }, [load, text])

  return {
    ...state,
    loadMore: () => {
      if (state.status === 'ready' && !state.isLast) void load(state.page + 1)
    },
    retry: () => void load(state.items.length === 0 ? 1 : state.page + 1),
  }
}
