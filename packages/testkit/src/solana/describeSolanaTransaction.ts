import { formatUnits } from 'viem/utils'
import type { RequestLine } from '../sandbox/describeRequest.ts'
import { unreadableLine } from '../sandbox/nameNetwork.ts'
import { readSolanaMessage, type SolanaInstruction } from './readSolanaMessage.ts'

const system = '11111111111111111111111111111111'
const tokens = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const associated = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const memos = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVddwQDwFMNo']
const computeBudget = 'ComputeBudget111111111111111111111111111111'

/** The symbol of a token by its mint, if known. */
export type NameToken = (mint: string) => string | undefined

/** Describes a transaction in words, one instruction after the other. An unknown instruction shows the address of its program. */
export function describeSolanaTransaction({
  transaction,
  symbol = 'SOL',
  nameToken = () => undefined,
}: {
  transaction: Uint8Array
  symbol?: string
  nameToken?: NameToken
}): readonly RequestLine[] {
  try {
    const { signers, instructions } = readSolanaMessage(transaction)
    const lines = instructions.flatMap((instruction) => describeInstruction({ instruction, symbol, nameToken }))
    return [...lines, { label: 'Fee paid by', value: signers[0] ?? 'nobody', long: true }]
  } catch {
    return [unreadableLine]
  }
}

function describeInstruction({
  instruction: { program, accounts, data },
  symbol,
  nameToken,
}: {
  instruction: SolanaInstruction
  symbol: string
  nameToken: NameToken
}): readonly RequestLine[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const amountAt = (offset: number) => view.getBigUint64(offset, true)
  const account = (index: number) => accounts[index] ?? 'unnamed'
  if (program === computeBudget) return []
  if (program === system && data.length === 12 && view.getUint32(0, true) === 2)
    return [
      { label: 'Sends', value: `${formatUnits(amountAt(4), 9)} ${symbol}` },
      { label: 'Receiver', value: account(1), long: true },
    ]
  const kind = data[0]
  if (tokens.includes(program) && kind === 3 && data.length === 9)
    return [
      { label: 'Sends', value: `${amountAt(1)} base units of a token` },
      { label: 'Token account of the receiver', value: account(1), long: true },
    ]
  const withFee = kind === 26 && data[1] === 1 && data.length === 19
  if (tokens.includes(program) && ((kind === 12 && data.length === 10) || withFee)) {
    const start = withFee ? 2 : 1
    const amount = formatUnits(amountAt(start), data[start + 8] ?? 0)
    return [
      { label: 'Sends', value: `${amount} ${nameToken(account(1)) ?? 'of the token below'}` },
      ...(withFee ? [{ label: 'The token keeps', value: formatUnits(amountAt(11), data[10] ?? 0) }] : []),
      { label: 'Token', value: account(1), long: true },
      { label: 'Token account of the receiver', value: account(2), long: true },
    ]
  }
  if (tokens.includes(program) && (kind === 4 || kind === 13))
    return [
      { label: 'Lets spend', value: `${amountAt(1)} base units of a token` },
      { label: 'Spender', value: account(kind === 4 ? 1 : 2), long: true },
    ]
  if (program === associated && (data.length === 0 || kind === 0 || kind === 1))
    return [{ label: 'Opens a token account for', value: account(2), long: true }]
  if (memos.includes(program)) return [{ label: 'Note', value: new TextDecoder().decode(data), long: true }]
  return [{ label: 'Calls', value: `${program}, ${data.length} bytes`, long: true }]
}
