import { decodeBase58 } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { toBase64 } from '../../../bitcoin/encoding.ts'
import { isRecord } from '../../../isRecord.ts'
import { createFrameSolanaProvider, readTransaction } from '../createFrameSolanaProvider.ts'
import { readInput, readInputBytes, type StandardAsk } from './StandardAsk.ts'
import { toSignInText } from './toSignInText.ts'

/** The features of a Solana account. */
export const solanaFeatureNames = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
] as const

const supportedTransactionVersions = ['legacy', 0] as const

/**
 * Creates the Solana features of the Wallet Standard. Several inputs are requested one after another. Transactions for signature only, of
 * one account on one network, are requested together. Source: `@solana/wallet-standard-features`.
 */
export function solanaFeatures({
  ask,
  accounts,
  connect,
  site,
}: StandardAsk & {
  /** Shares the visitor's accounts with the page, after the login. */
  connect: () => Promise<void>
  /** Host and URL of the page. */
  site: () => { host: string; href: string }
}): Record<(typeof solanaFeatureNames)[number], Record<string, unknown>> {
  const read = (input: unknown) => readInput({ input, namespace: 'solana', accounts: accounts() })
  const provider = createFrameSolanaProvider({ ask })
  const signText = async ({ address, message }: { address: string; message: Uint8Array }) => {
    const account = accounts().find((known) => known.address === address)
    const { chainId } = read({ account })
    const bound = createFrameSolanaProvider({ ask: (options) => ask({ ...options, chainId }) })
    const { signature } = await bound.signMessage({ address, message })
    return { signedMessage: message, signature, signatureType: 'ed25519' as const }
  }
  const signOne = async (input: unknown) => {
    const { account, chainId, fields } = read(input)
    const transaction = readInputBytes(fields, 'transaction')
    return { signedTransaction: await provider.signTransaction({ address: account.address, transaction, chainId }) }
  }
  const signAll = async (inputs: readonly unknown[]) => {
    const all = inputs.map(read)
    const [first] = all
    if (!first) return []
    const { address } = first.account
    const isOne = all.every(({ account, chainId }) => account.address === address && chainId === first.chainId)
    if (!isOne || all.length === 1) return inTurn(inputs, signOne)
    const transactions = all.map(({ fields }) => toBase64(readInputBytes(fields, 'transaction')))
    const params = { transactions, pubkey: address }
    const answer = await ask({ method: 'solana_signAllTransactions', address, chainId: first.chainId, params })
    const signed = isRecord(answer) && Array.isArray(answer.transactions) ? answer.transactions : []
    if (signed.length !== all.length) throw new ServiceError('frame_error', { details: 'Not every transaction' })
    return signed.map((transaction) => ({ signedTransaction: readTransaction(transaction) }))
  }

  return {
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs: unknown[]) =>
        inTurn(inputs, (input) => {
          const { account, fields } = read(input)
          return signText({ address: account.address, message: readInputBytes(fields, 'message') })
        }),
    },
    'solana:signTransaction': {
      ...{ version: '1.0.0', supportedTransactionVersions },
      signTransaction: (...inputs: unknown[]) => signAll(inputs),
    },
    'solana:signAndSendTransaction': {
      ...{ version: '1.0.0', supportedTransactionVersions },
      signAndSendTransaction: (...inputs: unknown[]) =>
        inTurn(inputs, async (input) => {
          const { account, chainId, fields } = read(input)
          const transaction = toBase64(readInputBytes(fields, 'transaction'))
          const { address } = account
          const params = { transaction, pubkey: address, ...readSendOptions(fields.options) }
          const answer = await ask({ method: 'solana_signAndSendTransaction', address, chainId, params })
          const { signature } = isRecord(answer) ? answer : {}
          const bytes = typeof signature === 'string' ? decodeBase58(signature) : undefined
          if (bytes?.length !== 64) throw new ServiceError('frame_error', { details: 'No signature' })
          return { signature: bytes }
        }),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: async (...inputs: unknown[]) => {
        await connect()
        return inTurn(inputs.length > 0 ? inputs : [{}], async (input) => {
          const fields = isRecord(input) ? input : {}
          const own = accounts().filter(({ features }) => features.includes('solana:signIn'))
          const account = own.find(({ address }) => fields.address === undefined || fields.address === address)
          // The sign-in must be for one of the shared accounts.
          if (!account) throw new ServiceError('account_changed')
          const text = toSignInText({ fields, address: account.address, site: site() })
          const signed = await signText({ address: account.address, message: new TextEncoder().encode(text) })
          return { account, ...signed }
        })
      },
    },
  }
}

/** Runs the inputs one after another, so that the visitor sees one request at a time. */
async function inTurn<Output>(inputs: readonly unknown[], work: (input: unknown) => Promise<Output>) {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await work(input))
  return outputs
}

/** Returns the options of the standard that the wallet supports. */
function readSendOptions(options: unknown): { sendOptions?: Record<string, unknown> } {
  if (!isRecord(options)) return {}
  const known = ['skipPreflight', 'preflightCommitment', 'maxRetries', 'minContextSlot']
  const sendOptions = Object.fromEntries(
    known.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])),
  )
  return Object.keys(sendOptions).length > 0 ? { sendOptions } : {}
}
