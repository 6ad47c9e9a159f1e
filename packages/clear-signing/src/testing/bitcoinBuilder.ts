import { addressOfKey, keyScripts, readTransaction, toBase64, toHex } from '@latchkey/bitcoin'
import { bitcoinNetworks } from '@latchkey/protocol'
import { RawTx } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { pubECDSA, sha256 } from '@scure/btc-signer/utils.js'
import type { BitcoinParameters } from '../bitcoin/BitcoinParameters.ts'
import { describeBitcoinRequest } from '../bitcoin/describeBitcoinRequest.ts'
import type { ChainReader, Description } from '../Description.ts'

const chainId = bitcoinNetworks.regtest

/** A test wallet with one key, derived from a name. */
export type TestWallet = { address: string; privateKey: Uint8Array; script: Uint8Array; type: 'p2wpkh' | 'p2tr' }

/** Returns the wallet of a name. */
export function walletOf(name: string, type: TestWallet['type'] = 'p2wpkh'): TestWallet {
  const privateKey = sha256(new TextEncoder().encode(name))
  const publicKey = pubECDSA(privateKey)
  return {
    ...{ privateKey, type, address: addressOfKey({ publicKey, type, chainId }) },
    script: keyScripts({ publicKey, type }).script,
  }
}

/** The visitor. */
export const [payment, ordinal] = [walletOf('ada'), walletOf('ada', 'p2tr')]

/** A transaction without a real input that pays one output to a wallet. */
function fundingOf({ script }: { script: Uint8Array }, value: bigint, seed: number) {
  const bytes = RawTx.encode({
    ...{ version: 2, segwitFlag: false, witnesses: undefined, lockTime: 0 },
    inputs: [{ txid: sha256(Uint8Array.of(seed)), index: 0, finalScriptSig: new Uint8Array(), sequence: 0xffffffff }],
    outputs: [{ amount: value, script }],
  })
  const hex = toHex(bytes)
  return { hex, txid: readTransaction({ hex, chainId }).txid, value, script }
}

/** An output of 100,000 satoshis, and how it is spent. */
export type Spent = {
  wallet: { script: Uint8Array }
  value?: bigint
  sighash?: number
  /** Amount that the PSBT claims; undefined: none. */
  claims?: bigint | null
}

/** Creates a PSBT in base64, and the transactions that it spends. */
export function psbtOf({
  inputs,
  outputs,
  lockTime = 0,
}: {
  inputs: readonly Spent[]
  outputs: readonly { script: Uint8Array; value: bigint }[]
  lockTime?: number
}) {
  const transaction = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true, lockTime })
  const funding = inputs.map(({ wallet, value = 100_000n }, index) => fundingOf(wallet, value, index + 1))
  for (const [index, { wallet, value = 100_000n, claims = value, sighash }] of inputs.entries())
    transaction.addInput({
      ...{ txid: funding[index]?.txid ?? '', index: 0, sequence: 0xfffffffd },
      ...(claims === null ? {} : { witnessUtxo: { amount: claims, script: wallet.script } }),
      ...(sighash === undefined ? {} : { sighashType: sighash }),
    })
  for (const { script, value } of outputs) transaction.addOutput({ script, amount: value })
  return { psbt: toBase64(transaction.toPSBT()), funding }
}

/** Answers as the gateway does, with only these transactions. */
export function gatewayOf(
  funding: readonly { hex: string; txid: string; value: bigint; script: Uint8Array }[],
  { spent = false, feerate = 2 }: { spent?: boolean | 'waiting'; feerate?: number } = {},
): ChainReader {
  return async ({ method, params }) => {
    if (method === 'getrawtransaction') {
      const found = funding.find(({ txid }) => txid === params[0])
      if (!found) throw new Error('unknown')
      return found.hex
    }
    if (method === 'gettxoutspend') return { spent: spent !== false, status: { confirmed: spent === true } }
    if (method === 'estimatesmartfee') return { feerate, blocks: 6 }
    if (method === 'getblockcount') return 200
    if (method === 'getaddressutxos')
      return funding.map(({ txid, value, script }) => ({
        ...{ address: payment.address, txid, vout: 0, satoshis: Number(value), height: 100, script: toHex(script) },
      }))
    throw new Error(method)
  }
}

/** Describes a request of the visitor. */
export function describeBitcoin({
  method = 'signPsbt',
  params,
  ask = async () => Promise.reject(new Error('offline')),
  origin = 'https://app.example',
  ...options
}: {
  method?: string
  params: unknown
  ask?: ChainReader
  origin?: string
} & Partial<Omit<BitcoinParameters, 'request' | 'ask'>>): Promise<Description> {
  return describeBitcoinRequest({
    request: { method, params, chainId, account: payment.address, origin },
    accounts: [
      { address: payment.address, type: 'payment' },
      { address: ordinal.address, type: 'ordinal' },
    ],
    network: {
      ...{ name: 'Local Bitcoin', testnet: false },
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    },
    ...{ ask, knownAddresses: [], now: Date.now },
    ...options,
  })
}
