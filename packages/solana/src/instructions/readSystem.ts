import { type ByteReader, malformed, readBytes } from '../bytes/readBytes.ts'
import type { SystemInstruction } from './Instruction.ts'
import { keyAt, type RawInstruction } from './RawInstruction.ts'

/** Parses an instruction of the system program. Source: `SystemInstruction` of solana-system-interface. Throws if it is invalid. */
export function readSystem(instruction: RawInstruction): SystemInstruction {
  const key = (index: number) => keyAt(instruction, index)
  const data = readBytes(instruction.data)
  const kind = data.u32()
  switch (kind) {
    case 0: {
      const [lamports, space, owner] = [data.u64(), data.u64(), data.address()]
      return { type: 'createAccount', from: key(0), account: key(1), lamports, space, owner }
    }
    case 1:
      return { type: 'assign', account: key(0), owner: data.address() }
    case 2:
      return { type: 'transfer', from: key(0), to: key(1), lamports: data.u64() }
    case 3: {
      const [base, seed, lamports, space] = [data.address(), readSeed(data), data.u64(), data.u64()]
      const owner = data.address()
      return { type: 'createAccountWithSeed', from: key(0), account: key(1), base, seed, lamports, space, owner }
    }
    case 4:
      return { type: 'advanceNonce', nonceAccount: key(0), authority: key(2) }
    case 5:
      return { type: 'withdrawNonce', nonceAccount: key(0), to: key(1), authority: key(4), lamports: data.u64() }
    case 6:
      return { type: 'initializeNonce', nonceAccount: key(0), authority: data.address() }
    case 7:
      return { type: 'authorizeNonce', nonceAccount: key(0), authority: key(1), newAuthority: data.address() }
    case 8:
      return { type: 'allocate', account: key(0), space: data.u64() }
    case 9: {
      const [base, seed, space, owner] = [data.address(), readSeed(data), data.u64(), data.address()]
      return { type: 'allocateWithSeed', account: key(0), base, seed, space, owner }
    }
    case 10: {
      const [base, seed, owner] = [data.address(), readSeed(data), data.address()]
      return { type: 'assignWithSeed', account: key(0), base, seed, owner }
    }
    case 11: {
      const [lamports, seed, owner] = [data.u64(), readSeed(data), data.address()]
      return { type: 'transferWithSeed', from: key(0), base: key(1), to: key(2), lamports, seed, owner }
    }
    case 12:
      return { type: 'upgradeNonce', nonceAccount: key(0) }
    case 13: {
      const [lamports, space, owner] = [data.u64(), data.u64(), data.address()]
      const from = instruction.accounts[1]?.key
      return { type: 'createAccountAllowPrefund', from, account: key(0), lamports, space, owner }
    }
    default:
      throw malformed(`The system program has no instruction ${kind}`)
  }
}

function readSeed(data: ByteReader): string {
  const length = data.u64()
  if (length > 32n) throw malformed('A seed has 32 bytes at most')
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data.take(Number(length)))
}
