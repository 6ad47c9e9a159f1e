import { LatchkeyError } from '@latchkey/protocol'
import { decodeTransfer, encodeTransfer } from './erc20.ts'

/** Token, receiver and amount of a transfer. */
export type Transfer = {
  /** The token contract; undefined for the native token. */
  token: `0x${string}` | undefined
  receiver: `0x${string}`
  /** Base units. */
  amount: bigint
}

/** The fields of a transaction that decide which tokens move. */
export type TransferCall = { to: `0x${string}`; value: bigint; data: `0x${string}` }

/** Builds the call of a transfer, and reads it back before it is returned. */
export function buildTransfer(transfer: Transfer): TransferCall {
  const { token, receiver, amount } = transfer
  const call: TransferCall = token
    ? {
        to: token,
        value: 0n,
        data: encodeTransfer({ receiver, amount }),
      }
    : { to: receiver, value: amount, data: '0x' }
  assertTransfer({ call, transfer })
  return call
}

/**
 * Compares a call with the visitor's request: token, receiver and amount, as encoded in the call.
 *
 * @throws LatchkeyError `send_failed` if any of the three differs
 */
export function assertTransfer({ call, transfer }: { call: TransferCall; transfer: Transfer }): void {
  const said = readTransfer(call)
  const same = (a: string | undefined, b: string | undefined) => a?.toLowerCase() === b?.toLowerCase()
  if (
    !said ||
    !same(said.token, transfer.token) ||
    !same(said.receiver, transfer.receiver) ||
    said.amount !== transfer.amount
  )
    throw new LatchkeyError('send_failed', { details: 'The built transaction differs from the request' })
}

/** Reads the transfer of a call; undefined if it is neither a plain payment nor a plain token transfer. */
export function readTransfer({ to, value, data }: TransferCall): Transfer | undefined {
  if (data === '0x') return { token: undefined, receiver: to, amount: value }
  const decoded = decodeTransfer(data)
  return decoded && value === 0n ? { token: to, ...decoded } : undefined
}
