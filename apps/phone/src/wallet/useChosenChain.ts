import { useCallback, useState } from 'react'
import type { PhoneChain } from '../config/PhoneConfig.ts'
import { usePhone } from './PhoneContext.ts'

const memoryKey = '@latchkey/phone-network'

/** The selected network of the phone. Connected sites that support it follow. */
export function useChosenChain(): { chain: PhoneChain; choose: (id: number) => Promise<void> } {
  const { wallet, config, memory } = usePhone()
  const [id, setId] = useState(() => Number(memory.getItem(memoryKey)))
  const chain = config.chains.find((one) => one.id === id) ?? config.chains[0]
  const choose = useCallback(
    async (next: number) => {
      memory.setItem(memoryKey, String(next))
      setId(next)
      await wallet.switchChain({ chain: `eip155:${next}` })
    },
    [wallet, memory],
  )
  return { chain, choose }
}
