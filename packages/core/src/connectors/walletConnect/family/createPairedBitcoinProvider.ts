import { LatchkeyError } from '@latchkey/protocol'
import type { BitcoinProvider } from '../../Connector.ts'
import { readMember } from '../../walletStandard/readStandardWallet.ts'
import { type PairedSession, toConnectorSession } from '../createPairedSession.ts'
import { listSessionAccounts } from '../readSessionAccounts.ts'
import type { PairedAsk } from './createPairedAsk.ts'
import { readBytesText, toBase64 } from './encoding.ts'

/** First bytes of a PSBT (BIP-174). */
const magic = '112,115,98,116,255'

/**
 * Creates a Bitcoin provider over WalletConnect, on the current network. Amounts are decimal text in satoshis, and PSBTs are base64.
 * Signatures of messages are hexadecimal, or base64 in some wallets. Source: WalletConnect's Bitcoin RPC reference.
 *
 * @throws LatchkeyError as `PairedAsk`; `wallet_failed` for an invalid answer
 */
export function createPairedBitcoinProvider({
  ask,
  session,
}: {
  ask: PairedAsk
  session: Pick<PairedSession, 'current'>
}): BitcoinProvider {
  /** Returns the account of the session to which an address belongs. */
  const accountOf = (address: string) => {
    const current = session.current()
    if (!current) throw new LatchkeyError('wallet_disconnected')
    const named = listSessionAccounts(current.session, 'bip122').filter(({ chainId }) => chainId === current.chainId)
    const own = named.find((account) => account.address === address) ?? named[0]
    return own?.address ?? toConnectorSession(current)?.accounts[0].address ?? address
  }
  return {
    signMessage: async ({ address, message, protocol }) => {
      const account = accountOf(address)
      const params = { account, address, message, ...(protocol ? { protocol } : {}) }
      const answer = await ask({ method: 'signMessage', address, params })
      const signature = readBytesText(readMember(answer, 'signature'), ({ length }) => length >= 64)
      return { signature: toBase64(signature ?? fail('signature')) }
    },
    signPsbt: async ({ psbt, inputs, broadcast = false }) => {
      const [first] = inputs
      if (!first) throw new LatchkeyError('malformed_request', { field: 'inputs' })
      const answer = await ask({
        ...{ method: 'signPsbt', address: first.address },
        params: {
          account: accountOf(first.address),
          psbt,
          signInputs: inputs.map((input) => ({ ...input })),
          broadcast,
        },
      })
      const bytes = readBytesText(readMember(answer, 'psbt'), (read) => read.subarray(0, 5).join() === magic)
      const txid = readMember(answer, 'txid')
      if (!bytes && !(broadcast && isTxid(txid))) return fail('PSBT')
      return { psbt: bytes ? toBase64(bytes) : psbt, ...(isTxid(txid) ? { txid } : {}) }
    },
    sendTransfer: async ({ address, receiver, amount }) => {
      const answer = await ask({
        ...{ method: 'sendTransfer', address },
        params: { account: accountOf(address), recipientAddress: receiver, amount: amount.toString() },
      })
      const txid = readMember(answer, 'txid')
      return { txid: isTxid(txid) ? txid : fail('txid') }
    },
  }
}

function isTxid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)
}

function fail(details: string): never {
  throw new LatchkeyError('wallet_failed', { details: `The wallet returned no ${details}` })
}
