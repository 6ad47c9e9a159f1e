import type { ChainReader } from '../Description.ts'

/** The chain for one description. Each value is requested once, and unavailable ones are undefined. */
export type Chain = {
  request: ChainReader
  /** Returns the result of a call; undefined if it reverts or fails. */
  call: (call: { to: `0x${string}`; data: `0x${string}` }) => Promise<`0x${string}` | undefined>
  /** Returns the code at an address, `0x` for none. */
  code: (address: `0x${string}`) => Promise<`0x${string}` | undefined>
}

/** Creates the chain of one description. */
export function createChain({ read }: { read: ChainReader }): Chain {
  const answers = new Map<string, Promise<`0x${string}` | undefined>>()
  const ask = (method: string, params: readonly unknown[]) => {
    const key = JSON.stringify([method, params]).toLowerCase()
    const known = answers.get(key)
    if (known) return known
    const answer = (async () => {
      try {
        const result = await read({ method, params })
        return typeof result === 'string' && /^0x([0-9a-f]{2})*$/i.test(result)
          ? (result.toLowerCase() as `0x${string}`)
          : undefined
      } catch {
        return undefined
      }
    })()
    answers.set(key, answer)
    return answer
  }
  return {
    request: read,
    call: (call) => ask('eth_call', [call, 'latest']),
    code: (address) => ask('eth_getCode', [address, 'latest']),
  }
}
