import { useEffect } from 'react'
import { useLatchkeyContext } from '../../context/LatchkeyContext.ts'
import { useReadable } from '../../store/useReadable.ts'

/** The pending orders. Their code loads with the first order. */
export function Purchases() {
  const { latchkey, loader } = useLatchkeyContext()
  const { purchases } = useReadable(latchkey.onramp)
  const { PurchaseRows } = useReadable(loader).groups.onramp ?? {}
  const isNeeded = purchases.length > 0
  useEffect(() => {
    if (isNeeded) loader.loadGroup('onramp')
  }, [isNeeded, loader])
  return isNeeded && PurchaseRows !== undefined ? <PurchaseRows /> : null
}
