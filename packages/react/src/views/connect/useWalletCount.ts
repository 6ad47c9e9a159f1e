import { useEffect, useState } from 'react'
import { useModalScope } from '../../modal/ModalScope.tsx'

/** How many wallets the directory has; undefined until known. A failure stays silent: the number is a nicety. */
export function useWalletCount(): number | undefined {
  const { latchkey, memory } = useModalScope()
  const known = memory.get('directory.count')
  const [count, setCount] = useState(typeof known === 'number' ? known : undefined)
  useEffect(() => {
    if (typeof known === 'number') return
    const abort = new AbortController()
    latchkey.wallets.search({ signal: abort.signal }).then(
      (page) => {
        if (abort.signal.aborted) return
        memory.set('directory.count', page.count)
        setCount(page.count)
      },
      () => {
        // AllWallets shows the failure, with a way to try again.
      },
    )
    return () => abort.abort()
  }, [latchkey, memory, known])
  return count === 0 ? undefined : count
}
