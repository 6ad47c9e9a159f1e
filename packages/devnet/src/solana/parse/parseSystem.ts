import { AccountRole, type Address } from '@solana/kit'
import {
  identifySystemInstruction,
  parseAdvanceNonceAccountInstruction,
  parseAllocateInstruction,
  parseAssignInstruction,
  parseCreateAccountInstruction,
  parseTransferSolInstruction,
  SystemInstruction,
} from '@solana-program/system'
import type { PlainInstruction } from './parseInstruction.ts'

/** Decodes the common instructions of the system program. */
export function parseSystem({ programId, accounts, data }: PlainInstruction) {
  const instruction = {
    programAddress: programId as Address<'11111111111111111111111111111111'>,
    accounts: accounts.map((address) => ({ address: address as Address, role: AccountRole.WRITABLE })),
    data,
  }
  switch (identifySystemInstruction(data)) {
    case SystemInstruction.TransferSol: {
      const read = parseTransferSolInstruction(instruction)
      const { source, destination } = read.accounts
      return {
        type: 'transfer',
        info: { source: source.address, destination: destination.address, lamports: Number(read.data.amount) },
      }
    }
    case SystemInstruction.CreateAccount: {
      const read = parseCreateAccountInstruction(instruction)
      return {
        type: 'createAccount',
        info: {
          source: read.accounts.payer.address,
          newAccount: read.accounts.newAccount.address,
          lamports: Number(read.data.lamports),
          space: Number(read.data.space),
          owner: read.data.programAddress,
        },
      }
    }
    case SystemInstruction.Assign: {
      const read = parseAssignInstruction(instruction)
      return { type: 'assign', info: { account: read.accounts.account.address, owner: read.data.programAddress } }
    }
    case SystemInstruction.Allocate: {
      const read = parseAllocateInstruction(instruction)
      return { type: 'allocate', info: { account: read.accounts.newAccount.address, space: Number(read.data.space) } }
    }
    case SystemInstruction.AdvanceNonceAccount: {
      const read = parseAdvanceNonceAccountInstruction(instruction)
      return {
        type: 'advanceNonce',
        info: {
          nonceAccount: read.accounts.nonceAccount.address,
          recentBlockhashesSysvar: read.accounts.recentBlockhashesSysvar.address,
          nonceAuthority: read.accounts.nonceAuthority.address,
        },
      }
    }
    default:
      return undefined
  }
}
