import type { ChainId } from '@latchkey/protocol'
import { Address } from '@scure/btc-signer/payment.js'
import { networkParameters } from './networkParameters.ts'
import { readScript } from './readScript.ts'

/**
 * Returns the address of an output script.
 * @returns undefined for scripts without an address: bare keys, data (OP_RETURN), unknown witness versions
 * @throws LatchkeyError `unsupported_chain`
 */
export function toAddress({ script, chainId }: { script: Uint8Array; chainId: ChainId }): string | undefined {
  const coder = Address(networkParameters(chainId))
  const read = readScript(script)
  if (!read) return undefined
  const { type, program } = read
  switch (type) {
    case 'p2pkh':
      return coder.encode({ type: 'pkh', hash: program })
    case 'p2sh':
      return coder.encode({ type: 'sh', hash: program })
    case 'p2wpkh':
      return coder.encode({ type: 'wpkh', hash: program })
    case 'p2wsh':
      return coder.encode({ type: 'wsh', hash: program })
    case 'p2tr':
      return coder.encode({ type: 'tr', pubkey: program })
  }
}
