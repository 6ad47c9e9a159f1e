import { useEffect } from 'react'
import { useLatchkeyContext } from '../../context/LatchkeyContext.ts'
import { useReadable } from '../../store/useReadable.ts'

/** The pending orders. Their code loads with the first order. */
export function Orders() {
  const { latchkey, loader } = useLatchkeyContext()
  const { orders } = useReadable(latchkey.onramp)
  const { OrderRows } = useReadable(loader).groups.onramp ?? {}
  const isNeeded = orders.length > 0
  useEffect(() => {
    if (isNeeded) loader.loadGroup('onramp')
  }, [isNeeded, loader])
  return isNeeded && OrderRows !== undefined ? <OrderRows /> : null
}
