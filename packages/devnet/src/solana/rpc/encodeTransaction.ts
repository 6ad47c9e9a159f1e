import { getBase58Decoder, getBase64Decoder } from '@solana/kit'
import type { InnerInstruction, TokenBalance, TransactionKeys, TransactionRecord } from '../ledger/TransactionRecord.ts'
import { formatAmount } from '../parse/formatAmount.ts'
import { parseInstruction } from '../parse/parseInstruction.ts'
import { invalidParams, RpcError } from './RpcError.ts'

/** Encodes a transaction with its result, as in `getTransaction` and `getBlock`. */
export function encodeTransaction({
  record,
  options: { encoding = 'json', maxSupportedTransactionVersion: newest },
}: {
  record: TransactionRecord
  options: Record<string, unknown>
}) {
  const { version } = record.message
  if (version !== 'legacy' && (typeof newest !== 'number' || version > newest))
    throw new RpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  return {
    transaction: encodeSigned({ record, encoding }),
    meta: encodeMeta({ record, parsed: encoding === 'jsonParsed' }),
    ...(newest === undefined ? {} : { version }),
  }
}

function encodeSigned({ record, encoding }: { record: TransactionRecord; encoding: unknown }) {
  const { message, keys, wire, signatures } = record
  if (encoding === 'base64') return [getBase64Decoder().decode(wire), 'base64']
  if (encoding === 'base58') return [getBase58Decoder().decode(wire), 'base58']
  if (encoding !== 'json' && encoding !== 'jsonParsed') throw invalidParams(`unsupported encoding: ${String(encoding)}`)
  const parsed = encoding === 'jsonParsed'
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const lookups = 'addressTableLookups' in message ? message.addressTableLookups : undefined
  return {
    signatures,
    message: {
      ...(parsed
        ? { accountKeys: keys.all.map((pubkey, index) => describeKey({ keys, pubkey, index })) }
        : {
            accountKeys: message.staticAccounts,
            header: {
              numRequiredSignatures: numSignerAccounts,
              numReadonlySignedAccounts: numReadonlySignerAccounts,
              numReadonlyUnsignedAccounts: numReadonlyNonSignerAccounts,
            },
          }),
      recentBlockhash: message.lifetimeToken,
      instructions: message.instructions.map((instruction) =>
        encodeInstruction({
          keys: keys.all,
          parsed,
          instruction: {
            programIdIndex: instruction.programAddressIndex,
            accounts: instruction.accountIndices ?? [],
            data: new Uint8Array(instruction.data ?? []),
            stackHeight: 1,
          },
        }),
      ),
      ...(message.version === 'legacy'
        ? {}
        : {
            addressTableLookups: (lookups ?? []).map(({ lookupTableAddress, readonlyIndexes, writableIndexes }) => ({
              accountKey: lookupTableAddress,
              ...{ readonlyIndexes, writableIndexes },
            })),
          }),
    },
  }
}

function describeKey({ keys, pubkey, index }: { keys: TransactionKeys; pubkey: string; index: number }) {
  return {
    pubkey,
    signer: index < keys.signers,
    source: index < keys.fixed ? 'transaction' : 'lookupTable',
    writable: keys.isWritable(index),
  }
}

/** An instruction by the numbers of its accounts, or read, or with its accounts by address where it cannot be read. */
export function encodeInstruction({
  keys,
  instruction: { programIdIndex, accounts, data, stackHeight },
  parsed,
}: {
  keys: readonly string[]
  instruction: InnerInstruction
  parsed: boolean
}) {
  if (!parsed) return { programIdIndex, accounts, data: getBase58Decoder().decode(data), stackHeight }
  const programId = keys[programIdIndex] ?? ''
  const addresses = accounts.map((index) => keys[index] ?? '')
  const read = parseInstruction({ programId, accounts: addresses, data })
  if (read) return { ...read, programId, stackHeight }
  return { programId, accounts: addresses, data: getBase58Decoder().decode(data), stackHeight }
}

function encodeMeta({ record, parsed }: { record: TransactionRecord; parsed: boolean }) {
  const { error, fee, before, after, tokensBefore, tokensAfter, logs, inner, computeUnits, returnData, keys } = record
  return {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee,
    preBalances: before,
    postBalances: after,
    preTokenBalances: tokensBefore.map(encodeTokenBalance),
    postTokenBalances: tokensAfter.map(encodeTokenBalance),
    logMessages: logs,
    innerInstructions: inner.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((instruction) => encodeInstruction({ keys: keys.all, instruction, parsed })),
    })),
    computeUnitsConsumed: computeUnits,
    costUnits: computeUnits,
    ...(parsed ? {} : { loadedAddresses: keys.loaded }),
    rewards: [],
    ...(returnData ? { returnData: encodeReturnData(returnData) } : {}),
  }
}

function encodeTokenBalance({ accountIndex, mint, owner, programId, amount, decimals }: TokenBalance) {
  return { accountIndex, mint, owner, programId, uiTokenAmount: formatAmount({ amount, decimals }) }
}

export function encodeReturnData({ programId, data }: { programId: string; data: Uint8Array }) {
  return { programId, data: [getBase64Decoder().decode(data), 'base64'] }
}
