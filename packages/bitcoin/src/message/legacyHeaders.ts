import type { KeyAddressType } from '../keys/keyScripts.ts'

/**
 * First header byte of a legacy signature for each address type; the recovery ID is added. Before BIP-137, wallets wrote 31 for every
 * compressed key, and some still do. 27 is an uncompressed key.
 */
export const legacyHeaders: Readonly<Record<Exclude<KeyAddressType, 'p2tr'>, number>> = {
  p2pkh: 31,
  'p2sh-p2wpkh': 35,
  p2wpkh: 39,
}
