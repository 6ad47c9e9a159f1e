import { LatchkeyError } from '@latchkey/protocol'
import { isTokenProgram, programs } from '../address/programs.ts'
import { malformed, readBytes } from '../bytes/readBytes.ts'
import type { AssociatedTokenInstruction, ComputeBudgetInstruction, Instruction } from './Instruction.ts'
import { keyAt, type RawInstruction } from './RawInstruction.ts'
import { readSystem } from './readSystem.ts'
import { readToken } from './readToken.ts'

/**
 * Parses an instruction. It is `unknown` if its program is not known here, or would refuse its form. Nothing is guessed.
 *
 * @example readInstruction({ programAddress, accounts, data }).program // 'system'
 */
export function readInstruction(instruction: RawInstruction): Instruction {
  try {
    return readKnown(instruction)
  } catch (error) {
    // The only other error is for a text that is not UTF-8.
    if (!(error instanceof LatchkeyError || error instanceof TypeError)) throw error
    return unknown(instruction)
  }
}

function readKnown(instruction: RawInstruction): Instruction {
  const { programAddress } = instruction
  if (isTokenProgram(programAddress))
    return {
      ...instruction,
      programAddress,
      program: 'token',
      ...readToken({ instruction, readInner: readInstruction }),
    }
  switch (programAddress) {
    case programs.system:
      return { ...instruction, program: 'system', ...readSystem(instruction) }
    case programs.associatedToken:
      return { ...instruction, program: 'associatedToken', ...readAssociatedToken(instruction) }
    case programs.computeBudget:
      return { ...instruction, program: 'computeBudget', ...readComputeBudget(instruction) }
    case programs.memo:
    case programs.memo1: {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(instruction.data)
      return { ...instruction, program: 'memo', type: 'memo', text }
    }
    default:
      return unknown(instruction)
  }
}

function unknown(instruction: RawInstruction): Instruction {
  return { ...instruction, program: 'unknown', type: 'unknown' }
}

/** Source: `AssociatedTokenAccountInstruction` of spl-associated-token-account-interface; no data at all is `create`. */
function readAssociatedToken(instruction: RawInstruction): AssociatedTokenInstruction {
  const key = (index: number) => keyAt(instruction, index)
  const kind = instruction.data[0] ?? 0
  if (kind === 2)
    return { type: 'recoverNested', nested: key(0), nestedMint: key(1), destination: key(2), owner: key(5) }
  if (kind > 2) throw malformed(`The associated token program has no instruction ${kind}`)
  const type = kind === 0 ? 'create' : 'createIdempotent'
  return { type, payer: key(0), account: key(1), owner: key(2), mint: key(3), tokenProgram: key(5) }
}

/** Source: `ComputeBudgetInstruction` of solana-compute-budget-interface. */
function readComputeBudget({ data: bytes }: RawInstruction): ComputeBudgetInstruction {
  const data = readBytes(bytes)
  const kind = data.u8()
  switch (kind) {
    case 1:
      return { type: 'requestHeapFrame', bytes: data.u32() }
    case 2:
      return { type: 'setComputeUnitLimit', units: data.u32() }
    case 3:
      return { type: 'setComputeUnitPrice', price: data.u64() }
    case 4:
      return { type: 'setLoadedAccountsDataSizeLimit', bytes: data.u32() }
    default:
      throw malformed(`The compute budget program has no instruction ${kind}`)
  }
}
