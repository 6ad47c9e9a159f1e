import { formatUnits } from 'viem/utils'
import type { RequestLine } from '../sandbox/describeRequest.ts'
import { unreadableLine } from '../sandbox/nameNetwork.ts'
import { toOutputAddress } from './bitcoinScript.ts'
import { decodePsbt, readPrevout } from './psbt.ts'

/** Describes a PSBT in words: its payments, their receivers, the change for the wallet's own addresses, and the fee. */
export function describePsbt({
  psbt,
  chain,
  own,
}: {
  psbt: Uint8Array
  /** In the format of the Wallet Standard. */
  chain: string
  own: readonly string[]
}): readonly RequestLine[] {
  try {
    const { transaction, inputs } = decodePsbt(psbt)
    const spent = inputs.map(readPrevout)
    const outputs = transaction.outputs.map(({ amount, script }) => ({
      amount,
      address: toOutputAddress({ script, chain }),
    }))
    const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n)
    const have = spent.reduce(
      (sum, prevout) => (sum === undefined || !prevout ? undefined : sum + prevout.amount),
      0n as bigint | undefined,
    )
    return [
      ...outputs.flatMap(({ amount, address }): RequestLine[] =>
        own.includes(address)
          ? [{ label: 'Comes back', value: writeBitcoin(amount) }]
          : [
              { label: 'Sends', value: writeBitcoin(amount) },
              { label: 'Receiver', value: address, long: true },
            ],
      ),
      { label: 'Network cost', value: have === undefined ? 'unknown' : writeBitcoin(have - paid) },
    ]
  } catch {
    return [unreadableLine]
  }
}

/** An amount of satoshi, written in bitcoin. */
export function writeBitcoin(amount: bigint): string {
  return `${formatUnits(amount, 8)} BTC`
}
