import { getU32Decoder, getU64Decoder } from '@solana/kit'
import type { TransactionMessage } from './TransactionRecord.ts'

const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
/** Default compute units of an instruction of a built-in program, if the transaction has no limit. Source: SIMD-0170. */
const builtinUnits = 3_000
const programUnits = 200_000
const mostUnits = 1_400_000
const builtins = [
  computeBudgetProgram,
  '11111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
]

/** Lamports that a transaction pays: 5,000 for each signature, and its price for each compute unit that it may use. */
export function readFee({ header, instructions, staticAccounts }: TransactionMessage): number {
  let price = 0n
  let limit: number | undefined
  let fallback = 0
  for (const { programAddressIndex, data = new Uint8Array() } of instructions) {
    const program = staticAccounts[programAddressIndex] ?? ''
    fallback += builtins.includes(program) ? builtinUnits : programUnits
    if (program !== computeBudgetProgram) continue
    if (data[0] === 2 && data.length >= 5) limit = getU32Decoder().decode(data, 1)
    if (data[0] === 3 && data.length >= 9) price = getU64Decoder().decode(data, 1)
  }
  const units = BigInt(Math.min(limit ?? fallback, mostUnits))
  return 5_000 * header.numSignerAccounts + Number((price * units + 999_999n) / 1_000_000n)
}
