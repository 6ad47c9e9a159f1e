import { getAddressDecoder } from '@solana/kit'
import { formatAmount } from './formatAmount.ts'
import type { PlainInstruction } from './parseInstruction.ts'

/** Field of an instruction's data after the instruction's number. */
type Field = 'amount' | 'tokenAmount' | 'feeAmount' | 'mint' | 'newAuthority' | 'owner'

type Layout = {
  type: string
  /** Names of the accounts in their order; the last may be an authority with its signers. */
  accounts: readonly string[]
  data?: readonly Field[]
  /** The last account signs, or its signers do, who then stand after it. */
  signed?: true
}

const amount = ['amount'] as const
const tokenAmount = ['tokenAmount'] as const

/** By the number of the instruction. Source: `TokenInstruction` of spl-token and spl-token-2022; names as in Solana's decoder. */
const layouts: Readonly<Record<number, Layout>> = {
  0: { type: 'initializeMint', accounts: ['mint', 'rentSysvar'], data: ['mint'] },
  1: { type: 'initializeAccount', accounts: ['account', 'mint', 'owner', 'rentSysvar'] },
  3: { type: 'transfer', accounts: ['source', 'destination', 'authority'], data: amount, signed: true },
  4: { type: 'approve', accounts: ['source', 'delegate', 'owner'], data: amount, signed: true },
  5: { type: 'revoke', accounts: ['source', 'owner'], signed: true },
  6: { type: 'setAuthority', accounts: ['account', 'authority'], data: ['newAuthority'], signed: true },
  7: { type: 'mintTo', accounts: ['mint', 'account', 'mintAuthority'], data: amount, signed: true },
  8: { type: 'burn', accounts: ['account', 'mint', 'authority'], data: amount, signed: true },
  9: { type: 'closeAccount', accounts: ['account', 'destination', 'owner'], signed: true },
  10: { type: 'freezeAccount', accounts: ['account', 'mint', 'freezeAuthority'], signed: true },
  11: { type: 'thawAccount', accounts: ['account', 'mint', 'freezeAuthority'], signed: true },
  12: {
    ...{ type: 'transferChecked', accounts: ['source', 'mint', 'destination', 'authority'] },
    ...{ data: tokenAmount, signed: true },
  },
  13: {
    ...{ type: 'approveChecked', accounts: ['source', 'mint', 'delegate', 'owner'] },
    ...{ data: tokenAmount, signed: true },
  },
  14: { type: 'mintToChecked', accounts: ['mint', 'account', 'mintAuthority'], data: tokenAmount, signed: true },
  15: { type: 'burnChecked', accounts: ['account', 'mint', 'authority'], data: tokenAmount, signed: true },
  16: { type: 'initializeAccount2', accounts: ['account', 'mint', 'rentSysvar'], data: ['owner'] },
  17: { type: 'syncNative', accounts: ['account'] },
  18: { type: 'initializeAccount3', accounts: ['account', 'mint'], data: ['owner'] },
  20: { type: 'initializeMint2', accounts: ['mint'], data: ['mint'] },
  21: { type: 'getAccountDataSize', accounts: ['mint'] },
  22: { type: 'initializeImmutableOwner', accounts: ['account'] },
}

/** The common instruction of Token-2022's fee extension. A second number follows its number. */
const transferCheckedWithFee: Layout = {
  ...{ type: 'transferCheckedWithFee', accounts: ['source', 'mint', 'destination', 'authority'] },
  ...{ data: ['tokenAmount', 'feeAmount'], signed: true },
}

/** Names of the authority types, by number. */
const authorityTypes = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount']

/** Reads an instruction of a token program. */
export function parseToken({ accounts, data }: PlainInstruction) {
  const number = data[0] ?? -1
  const withFee = number === 26 && data[1] === 1
  const layout = withFee ? transferCheckedWithFee : layouts[number]
  if (!layout || accounts.length < layout.accounts.length) return undefined
  const fields = readFields({ layout, data: data.subarray(withFee ? 2 : 1) })
  return { type: layout.type, info: { ...nameAccounts({ layout, accounts, data }), ...fields } }
}

function nameAccounts({ layout, accounts, data }: { layout: Layout; accounts: readonly string[]; data: Uint8Array }) {
  const count = layout.accounts.length
  const signers = layout.signed ? accounts.slice(count) : []
  return Object.fromEntries([
    ...layout.accounts.map((name, index) => {
      const last = layout.signed && index === count - 1
      // An authority with separate signers is a multisig, and its field has another name.
      const own = last && signers.length > 0 ? `multisig${name[0]?.toUpperCase()}${name.slice(1)}` : name
      return [own === 'account' && layout.type === 'setAuthority' && (data[1] ?? 0) < 2 ? 'mint' : own, accounts[index]]
    }),
    ...(signers.length > 0 ? [['signers', signers]] : []),
  ])
}

/** Reads a field of the data after the instruction's number. */
const readers: Readonly<Record<Field, (data: Uint8Array, view: DataView) => Record<string, unknown>>> = {
  amount: (_, view) => ({ amount: view.getBigUint64(0, true).toString() }),
  tokenAmount: (_, view) => ({
    tokenAmount: formatAmount({ amount: view.getBigUint64(0, true), decimals: view.getUint8(8) }),
  }),
  feeAmount: (_, view) => ({
    feeAmount: formatAmount({ amount: view.getBigUint64(9, true), decimals: view.getUint8(8) }),
  }),
  mint: (data, view) => ({
    decimals: view.getUint8(0),
    mintAuthority: keyAt(data, 1),
    ...(data[33] === 1 ? { freezeAuthority: keyAt(data, 34) } : {}),
  }),
  newAuthority: (data, view) => ({
    authorityType: authorityTypes[view.getUint8(0)] ?? 'unknown',
    newAuthority: data[1] === 1 ? keyAt(data, 2) : null,
  }),
  owner: (data) => ({ owner: keyAt(data, 0) }),
}

function readFields({ layout, data }: { layout: Layout; data: Uint8Array }): Record<string, unknown> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return Object.assign({}, ...(layout.data ?? []).map((field) => readers[field](data, view)))
}

function keyAt(data: Uint8Array, at: number): string {
  return getAddressDecoder().decode(data.subarray(at, at + 32))
}
