import { programs } from '../address/programs.ts'
import { type ByteReader, malformed, readBytes } from '../bytes/readBytes.ts'
import type { Instruction, TokenAuthority, TokenInstruction } from './Instruction.ts'
import { keyAt, type RawInstruction } from './RawInstruction.ts'

/** Source: `AuthorityType` of spl-token-2022-interface, in its order. */
const powers: readonly TokenAuthority[] = [
  'mintTokens',
  'freezeAccount',
  'accountOwner',
  'closeAccount',
  'transferFeeConfig',
  'withheldWithdraw',
  'closeMint',
  'interestRate',
  'permanentDelegate',
  'confidentialTransferMint',
  'transferHookProgramId',
  'confidentialTransferFeeConfig',
  'metadataPointer',
  'groupPointer',
  'groupMemberPointer',
  'scaledUiAmount',
  'pause',
  'permissionedBurn',
]

/** Token-2022 instructions of which only the name is known. Source: `TokenInstruction` of spl-token-2022-interface. */
const extensions: Record<number, string> = {
  25: 'initializeMintCloseAuthority',
  26: 'transferFee',
  27: 'confidentialTransfer',
  28: 'defaultAccountState',
  29: 'reallocate',
  30: 'memoTransfer',
  31: 'createNativeMint',
  32: 'initializeNonTransferableMint',
  33: 'interestBearingMint',
  34: 'cpiGuard',
  35: 'initializePermanentDelegate',
  36: 'transferHook',
  37: 'confidentialTransferFee',
  39: 'metadataPointer',
  40: 'groupPointer',
  41: 'groupMemberPointer',
  42: 'confidentialMintBurn',
  43: 'scaledUiAmount',
  44: 'pausable',
  46: 'permissionedBurn',
}

/**
 * Parses an instruction of SPL Token or Token-2022. Source: `TokenInstruction` of spl-token-interface and spl-token-2022-interface,
 * whose first 25 are the same. Throws if it is invalid.
 *
 * @param options.readInner parses an instruction of a batch
 */
export function readToken({
  instruction,
  readInner,
}: {
  instruction: RawInstruction
  readInner: (instruction: RawInstruction) => Instruction
}): TokenInstruction {
  const key = (index: number) => keyAt(instruction, index)
  const data = readBytes(instruction.data)
  const kind = data.u8()
  const is2022 = instruction.programAddress === programs.token2022
  switch (kind) {
    case 0:
    case 20: {
      const [decimals, mintAuthority, freezeAuthority] = [data.u8(), data.address(), readOption(data)]
      return { type: 'initializeMint', mint: key(0), decimals, mintAuthority, freezeAuthority }
    }
    case 1:
      return { type: 'initializeAccount', account: key(0), mint: key(1), owner: key(2) }
    case 16:
    case 18:
      return { type: 'initializeAccount', account: key(0), mint: key(1), owner: data.address() }
    case 2:
    case 19: {
      const signers = instruction.accounts.slice(kind === 2 ? 2 : 1).map((account) => account.key)
      return { type: 'initializeMultisig', multisig: key(0), required: data.u8(), signers }
    }
    case 3:
      return { type: 'transfer', source: key(0), destination: key(1), authority: key(2), amount: data.u64() }
    case 4: {
      const [amount, mint, decimals] = [data.u64(), undefined, undefined]
      return { type: 'approve', source: key(0), mint, delegate: key(1), authority: key(2), amount, decimals }
    }
    case 13: {
      const [amount, decimals] = [data.u64(), data.u8()]
      return { type: 'approve', source: key(0), mint: key(1), delegate: key(2), authority: key(3), amount, decimals }
    }
    case 5:
      return { type: 'revoke', source: key(0), authority: key(1) }
    case 6: {
      const number = data.u8()
      const power = powers[number] ?? number
      return { type: 'setAuthority', account: key(0), authority: key(1), power, newAuthority: readOption(data) }
    }
    case 7:
    case 14: {
      const [amount, decimals] = [data.u64(), kind === 14 ? data.u8() : undefined]
      return { type: 'mintTo', mint: key(0), account: key(1), authority: key(2), amount, decimals }
    }
    case 8:
    case 15: {
      const [amount, decimals] = [data.u64(), kind === 15 ? data.u8() : undefined]
      return { type: 'burn', account: key(0), mint: key(1), authority: key(2), amount, decimals }
    }
    case 9:
      return { type: 'closeAccount', account: key(0), destination: key(1), authority: key(2) }
    case 10:
    case 11: {
      const type = kind === 10 ? 'freezeAccount' : 'thawAccount'
      return { type, account: key(0), mint: key(1), authority: key(2) }
    }
    case 12: {
      const parties = { source: key(0), mint: key(1), destination: key(2), authority: key(3) }
      return { type: 'transferChecked', ...parties, amount: data.u64(), decimals: data.u8() }
    }
    case 17:
      return { type: 'syncNative', account: key(0) }
    case 21:
      return { type: 'query', name: 'getAccountDataSize', mint: key(0) }
    case 22:
      return { type: 'initializeImmutableOwner', account: key(0) }
    case 23:
      return { type: 'query', name: 'amountToUiAmount', mint: key(0) }
    case 24:
      return { type: 'query', name: 'uiAmountToAmount', mint: key(0) }
    case 38:
    case 45: {
      const type = kind === 38 ? 'withdrawExcessLamports' : 'unwrapLamports'
      const amount = kind === 45 && data.u8() === 1 ? data.u64() : undefined
      return { type, account: key(0), destination: key(1), authority: key(2), amount }
    }
    case 255:
      return { type: 'batch', instructions: readBatch({ instruction, data, readInner }) }
    default: {
      const name = is2022 ? extensions[kind] : undefined
      if (!name) throw malformed(`The token program has no instruction ${kind}`)
      const step = data.left() > 0 ? data.u8() : undefined
      if (kind !== 26 || step !== 1) return { type: 'extension', name, number: kind, step }
      const parties = { source: key(0), mint: key(1), destination: key(2), authority: key(3) }
      const [amount, decimals, fee] = [data.u64(), data.u8(), data.u64()]
      return { type: 'transferCheckedWithFee', ...parties, amount, decimals, fee }
    }
  }
}

function readOption(data: ByteReader): string | undefined {
  return data.u8() === 1 ? data.address() : undefined
}

/** Each one has its numbers of accounts and bytes. The program refuses nested batches. */
function readBatch({
  instruction: { programAddress, accounts },
  data,
  readInner,
}: {
  instruction: RawInstruction
  data: ByteReader
  readInner: (instruction: RawInstruction) => Instruction
}): Instruction[] {
  const instructions: Instruction[] = []
  let at = 0
  while (data.left() > 0) {
    const count = data.u8()
    const inner = data.take(data.u8())
    if (inner[0] === 255 || at + count > accounts.length) throw malformed('A batch of the token program is malformed')
    instructions.push(readInner({ programAddress, accounts: accounts.slice(at, at + count), data: inner }))
    at += count
  }
  return instructions
}
