import { bytesToHex, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { packetToBytes } from 'viem/ens'

const abi = parseAbi(['function resolve(bytes name, bytes data)'])

/** Encodes a resolver contract's request to the gateway (ENSIP-10). */
export function encodeResolveCall({ name, call }: { name: string; call: Hex }): Hex {
  return encodeFunctionData({ abi, args: [bytesToHex(packetToBytes(name)), call] })
}
