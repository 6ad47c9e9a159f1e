import { LatchkeyError } from '@latchkey/protocol'
import { decodeTransfer, encodeTransfer } from './erc20.ts'

/** What a transfer is about. */
export type Transfer = {
  /** The token contract; undefined for the native coin. */
  token: `0x${string}` | undefined
  receiver: `0x${string}`
  /** Base units. */
  amount: bigint
}

/** The part of a transaction that decides what moves. */
export type TransferCall = { to: `0x${string}`; value: bigint; data: `0x${string}` }

/** Builds the call that moves the asset, and reads it back before it is returned. */
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
 * Holds a call against what the visitor asked for: asset, receiver and amount as the call itself says them.
 *
 * @throws LatchkeyError `send_failed` when any of the three differs
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
    throw new LatchkeyError('send_failed', { details: 'The built transaction does not say what was asked for' })
}

/** Reads what a call moves; undefined when it is neither a plain payment nor a plain token transfer. */
export function readTransfer({ to, value, data }: TransferCall): Transfer | undefined {
  if (data === '0x') return { token: undefined, receiver: to, amount: value }
  const decoded = decodeTransfer(data)
  return decoded && value === 0n ? { token: to, ...decoded } : undefined
}
