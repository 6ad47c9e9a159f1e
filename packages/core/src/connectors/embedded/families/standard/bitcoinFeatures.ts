import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { fromBase64, hexToBase64, toBase64 } from '../../../bitcoin/encoding.ts'
import { isRecord } from '../../../isRecord.ts'
import { type PublishedAccount, readInput, readInputBytes, type StandardAsk } from './StandardAsk.ts'

/** The features of a Bitcoin account. */
export const bitcoinFeatureNames = [
  'bitcoin:connect',
  'bitcoin:signMessage',
  'bitcoin:signTransaction',
  'bitcoin:signAndSendTransaction',
] as const

/** Source: BIP-143; the names of `@exodus/bitcoin-wallet-standard-features`. */
const sigHashes: Readonly<Record<string, number>> = {
  ALL: 1,
  NONE: 2,
  SINGLE: 3,
  'ALL|ANYONECANPAY': 0x81,
  'NONE|ANYONECANPAY': 0x82,
  'SINGLE|ANYONECANPAY': 0x83,
}

/** Creates the Bitcoin features of the Wallet Standard. Source: `@exodus/bitcoin-wallet-standard-features`. */
export function bitcoinFeatures({
  ask,
  accounts,
  connect,
}: StandardAsk & {
  /** Shares the visitor's accounts with the page. */
  connect: () => Promise<void>
}): Record<(typeof bitcoinFeatureNames)[number], Record<string, unknown>> {
  const sign = async (input: unknown, broadcast: boolean) => {
    const fields = isRecord(input) ? input : {}
    const psbt = toBase64(readInputBytes(fields, 'psbt'))
    const wanted = Array.isArray(fields.inputsToSign) ? fields.inputsToSign.filter(isRecord) : []
    const [first] = wanted
    if (!first) throw new LatchkeyError('malformed_request', { field: 'inputsToSign' })
    const { account: owner, chainId } = readInput({
      ...{ input: { ...fields, account: first.account }, namespace: 'bip122', accounts: accounts() },
    })
    const signInputs = wanted.flatMap((entry) => {
      const { account } = readInput({
        ...{ input: { chain: fields.chain, account: entry.account }, namespace: 'bip122', accounts: accounts() },
      })
      const sighash = typeof entry.sigHash === 'string' ? sigHashes[entry.sigHash] : undefined
      if (entry.sigHash !== undefined && sighash === undefined)
        throw new LatchkeyError('malformed_request', { field: 'sigHash' })
      const indexes = Array.isArray(entry.signingIndexes) ? entry.signingIndexes : []
      return indexes.map((index: unknown) => ({
        ...{ address: account.address, index },
        ...(sighash === undefined ? {} : { sighashTypes: [sighash] }),
      }))
    })
    const params = { account: owner.address, psbt, signInputs, broadcast }
    const answer = await ask({ method: 'signPsbt', address: owner.address, chainId, params })
    return isRecord(answer) ? answer : {}
  }
  const inTurn = async <Output>(inputs: readonly unknown[], work: (input: unknown) => Promise<Output>) => {
    const outputs: Output[] = []
    for (const input of inputs) outputs.push(await work(input))
    return outputs
  }

  return {
    'bitcoin:connect': {
      version: '1.0.0',
      connect: async (input?: unknown) => {
        await connect()
        const { purposes } = isRecord(input) ? input : {}
        const isWanted = ({ purpose }: PublishedAccount) =>
          purpose !== undefined && (!Array.isArray(purposes) || purposes.includes(purpose))
        return { accounts: accounts().filter(isWanted) }
      },
    },
    'bitcoin:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: unknown[]) =>
        inTurn(inputs, async (input) => {
          const { account, chainId, fields } = readInput({ input, namespace: 'bip122', accounts: accounts() })
          const signedMessage = readInputBytes(fields, 'message')
          const { address, purpose } = account
          const params = {
            ...{ account: address, address, message: readText(signedMessage) },
            // A taproot key can sign messages only with BIP-322.
            ...(purpose === 'ordinals' ? { protocol: 'bip322' } : {}),
          }
          const answer = await ask({ method: 'signMessage', address, chainId, params })
          const signature = fromBase64(hexToBase64(isRecord(answer) ? answer.signature : undefined))
          return { signedMessage, signature }
        }),
    },
    'bitcoin:signTransaction': {
      version: '1.0.0',
      signTransaction: (...inputs: unknown[]) =>
        inTurn(inputs, async (input) => {
          const { psbt } = await sign(input, false)
          if (typeof psbt !== 'string') throw new ServiceError('frame_error', { details: 'No PSBT' })
          return { signedPsbt: fromBase64(psbt) }
        }),
    },
    'bitcoin:signAndSendTransaction': {
      version: '1.0.0',
      signAndSendTransaction: (...inputs: unknown[]) =>
        inTurn(inputs, async (input) => {
          const { txid } = await sign(input, true)
          if (typeof txid !== 'string') throw new ServiceError('frame_error', { details: 'No txid' })
          return { txId: txid }
        }),
    },
  }
}

/** Decodes a message, which the wallet shows as text. @throws LatchkeyError `malformed_request` */
function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new LatchkeyError('malformed_request', { field: 'message', cause })
  }
}
