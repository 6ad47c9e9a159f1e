import type { PreparedTransaction } from '@latchkey/clear-signing'

/** Converts a described transaction to parameters of `eth_sendTransaction` without empty fields. */
export function toTransactionParams({
  transaction: { type, to, data, chainId, ...quantities },
  from,
}: {
  transaction: PreparedTransaction
  from: string
}): readonly [Record<string, string>] {
  const hex = (value: bigint | number) => `0x${value.toString(16)}`
  const filled = Object.entries(quantities).map(([name, value]) => [name, hex(value)] as const)
  return [
    {
      from,
      ...(to === null ? {} : { to }),
      data,
      chainId: hex(chainId),
      type: type === 'eip1559' ? '0x2' : '0x0',
      ...Object.fromEntries(filled),
    },
  ]
}
