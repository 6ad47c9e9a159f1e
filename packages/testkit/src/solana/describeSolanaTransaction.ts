import { formatUnits } from 'viem/utils'
import type { RequestLine } from '../sandbox/describeRequest.ts'
import { unreadableLine } from '../sandbox/nameNetwork.ts'
import { readSolanaMessage, type SolanaInstruction, type SolanaMessage } from './readSolanaMessage.ts'

const system = '11111111111111111111111111111111'
const tokens = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const associated = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const memos = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVddwQDwFMNo']
const computeBudget = 'ComputeBudget111111111111111111111111111111'

/** Lamports. */
const signatureFee = 5_000n
/** Compute units of an instruction in a transaction without a limit, and the most of a transaction. */
const unitsOfInstruction = 200_000
const mostUnits = 1_400_000

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
    const opens = instructions.some(({ program }) => program === associated)
    const cost = `at most ${formatUnits(feeOf({ signers, instructions }), 9)} ${symbol}`
    return [
      ...lines,
      { label: 'Network cost', value: opens ? `${cost}, and the rent of the token account` : cost },
      { label: 'Fee paid by', value: signers[0] ?? 'nobody', long: true },
    ]
  } catch {
    return [unreadableLine]
  }
}

/**
 * Returns the fee of a transaction, in lamports: one part for each signature, and its price for each compute unit of its limit. Sources:
 * solana-fee-structure, and the instructions of the Compute Budget program.
 */
function feeOf({ signers, instructions }: Pick<SolanaMessage, 'signers' | 'instructions'>): bigint {
  const budget = instructions.filter(({ program }) => program === computeBudget)
  const read = (kind: number, length: number) => {
    const { data } = budget.find((one) => one.data[0] === kind && one.data.length === length) ?? {}
    return data && new DataView(data.buffer, data.byteOffset, data.byteLength)
  }
  const limit = read(2, 5)?.getUint32(1, true) ?? unitsOfInstruction * (instructions.length - budget.length)
  const price = read(3, 9)?.getBigUint64(1, true) ?? 0n
  return BigInt(signers.length) * signatureFee + (BigInt(Math.min(limit, mostUnits)) * price + 999_999n) / 1_000_000n
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
