import { bitcoinNetworks, type ChainId } from '@latchkey/protocol'
import { RawTx } from '@scure/btc-signer/script.js'
import { pubECDSA, sha256 } from '@scure/btc-signer/utils.js'
import { toHex } from '../bytes/hex.ts'
import { addressOfKey, type KeyAddressType, keyScripts } from '../keys/keyScripts.ts'
import { readTransaction } from '../transaction/readTransaction.ts'

/** A test wallet with one key, derived from a name. */
export type TestWallet = {
  privateKey: Uint8Array
  publicKey: Uint8Array
  address: string
  script: Uint8Array
  type: KeyAddressType
}

/** Returns the wallet of a name. */
export function testWallet(
  name: string,
  type: KeyAddressType = 'p2wpkh',
  chainId: ChainId = bitcoinNetworks.regtest,
): TestWallet {
  const privateKey = sha256(new TextEncoder().encode(name))
  const publicKey = pubECDSA(privateKey)
  return {
    privateKey,
    publicKey,
    address: addressOfKey({ publicKey, type, chainId }),
    script: keyScripts({ publicKey, type }).script,
    type,
  }
}

/** A transaction without a real input that pays to scripts, as hex with its ID, which creates the coins of tests. */
export function fundingTransaction(
  outputs: readonly { script: Uint8Array; value: bigint }[],
  seed = 1,
): { hex: string; txid: string } {
  const bytes = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: [
      {
        txid: sha256(Uint8Array.of(seed & 255, seed >> 8)),
        index: 0,
        finalScriptSig: new Uint8Array(),
        sequence: 0xffffffff,
      },
    ],
    outputs: outputs.map(({ script, value }) => ({ amount: value, script })),
    witnesses: undefined,
    lockTime: 0,
  })
  const hex = toHex(bytes)
  return { hex, txid: readTransaction({ hex, chainId: bitcoinNetworks.regtest }).txid }
}
