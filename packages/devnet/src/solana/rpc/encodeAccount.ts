import { type Address, getBase58Decoder, getBase64Decoder } from '@solana/kit'
import { parseAccount } from '../parse/parseAccount.ts'
import { invalidParams } from './RpcError.ts'
import { readOptions, readWhole } from './readParams.ts'

/** An account as litesvm has it. */
export type PlainAccount = { lamports: bigint; data: Uint8Array; programAddress: string; executable: boolean }

/** Returns an account for the JSON-RPC, in the encoding of the options. */
export function encodeAccount({
  account,
  options,
  decimalsOf,
}: {
  account: PlainAccount
  options: Record<string, unknown>
  decimalsOf: (mint: Address) => number
}) {
  const { data, programAddress, executable } = account
  return {
    lamports: Number(account.lamports),
    owner: programAddress,
    executable,
    rentEpoch: 0,
    space: data.length,
    data: encodeData({ account, options, decimalsOf }),
  }
}

function encodeData({
  account,
  options: { encoding, dataSlice },
  decimalsOf,
}: {
  account: PlainAccount
  options: Record<string, unknown>
  decimalsOf: (mint: Address) => number
}) {
  const parsed = encoding === 'jsonParsed' ? parseAccount({ account, decimalsOf }) : undefined
  if (parsed) return parsed
  const data = slice(account.data, dataSlice)
  if (encoding === undefined || encoding === 'base64' || encoding === 'jsonParsed')
    return [getBase64Decoder().decode(data), 'base64']
  if (encoding !== 'base58') throw invalidParams(`unsupported encoding: ${String(encoding)}`)
  if (data.length > 128)
    throw invalidParams('Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.')
  return [getBase58Decoder().decode(data), 'base58']
}

function slice(data: Uint8Array, dataSlice: unknown): Uint8Array {
  if (dataSlice === undefined || dataSlice === null) return data
  const { offset, length } = readOptions(dataSlice)
  const from = readWhole(offset)
  return data.subarray(from, from + readWhole(length))
}
