import { useEffect, useRef } from 'react'
import { useToast } from '../ui/ToastContext.ts'
import { useWalletState } from './PhoneContext.ts'
import { refusalText } from './refusalText.ts'

/** Shows a toast for each automatic refusal of the wallet, because no sheet opens for it. */
export function useRefusals(): void {
  const { refusals } = useWalletState()
  const { show } = useToast()
  const last = refusals.at(-1)
  const told = useRef(last?.id)
  useEffect(() => {
    if (last === undefined || last.id === told.current) return
    told.current = last.id
    show({ tone: 'loss', text: refusalText(last) })
  }, [last, show])
}
