import { encodeBase58, solanaNetworks } from '@latchkey/protocol'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { ChainReader, Description, Finding } from '../Description.ts'
import { describeSolanaRequest } from '../solana/describeSolanaRequest.ts'
import type { SolanaParameters } from '../solana/SolanaParameters.ts'

/** The network of tests. */
const solanaNetwork = {
  name: 'Local Solana',
  nativeCurrency: { name: 'Local SOL', symbol: 'SOL', decimals: 9 },
  testnet: false,
} as const

/** Returns an address derived from a number. */
export function addressOf(seed: number): Address {
  return encodeBase58(Uint8Array.from({ length: 32 }, (_, index) => (seed * 31 + index * 7 + 1) & 255)) as Address
}

/** A signer that signs nothing, for instructions that need one for its address. */
export const signerOf = (address: string) => createNoopSigner(address as Address)

/** Creates an instruction of a program from its bytes. */
export function instructionOf(
  program: string,
  data: readonly number[],
  ...accounts: readonly (readonly [address: string, role?: AccountRole])[]
): Instruction {
  return {
    programAddress: program as Address,
    data: Uint8Array.from(data),
    accounts: accounts.map(([address, role = AccountRole.WRITABLE]) => ({ address: address as Address, role })),
  }
}

/** Encodes an unsigned transaction in its wire format, base64. */
export function wireOf({
  feePayer,
  instructions,
  blockhash = addressOf(99),
  tables,
}: {
  feePayer: string
  instructions: readonly Instruction[]
  blockhash?: string
  /** The addresses in each lookup table. */
  tables?: Readonly<Record<string, readonly Address[]>>
}): string {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(feePayer as Address, one),
    (one) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n }, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
    (one) =>
      tables ? compressTransactionMessageUsingAddressLookupTables(one, tables as Record<Address, Address[]>) : one,
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

/** Describes a request with calm defaults. */
export function describeSolana({
  method = 'solana_signTransaction',
  params,
  account,
  ask = async () => Promise.reject(new Error('offline')),
  origin = 'https://app.example',
  ...options
}: {
  method?: string
  params: unknown
  account: string
  ask?: ChainReader
  origin?: string
} & Partial<Omit<SolanaParameters, 'request' | 'ask'>>): Promise<Description> {
  return describeSolanaRequest({
    request: { method, params, chainId: solanaNetworks.localnet, account, origin },
    ...{ ask, network: solanaNetwork, knownAddresses: [], now: Date.now },
    ...options,
  })
}

/** Returns the codes of all findings, including those of parts, sorted. */
export function codesOf(description: Description, level?: Finding['level']): string[] {
  const all = (one: Description): readonly Finding[] => [...one.findings, ...one.parts.flatMap(all)]
  const found = all(description).filter((finding) => level === undefined || finding.level === level)
  return [...new Set(found.map(({ code }) => code))].sort()
}
