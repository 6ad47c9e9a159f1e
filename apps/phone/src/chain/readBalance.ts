import type { ChainReader } from '@latchkey/clear-signing'
import { formatEther } from 'viem/utils'
import type { Balance } from './useBalance.ts'

/** Reads the balance of a network's native token. A failed read is unavailable, never zero. */
export async function readBalance({ read, address }: { read: ChainReader; address: string }): Promise<Balance> {
  try {
    const value = await read({ method: 'eth_getBalance', params: [address, 'latest'] })
    if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) return { status: 'unavailable' }
    return { status: 'ready', text: formatEther(BigInt(value)) }
  } catch {
    return { status: 'unavailable' }
  }
}
