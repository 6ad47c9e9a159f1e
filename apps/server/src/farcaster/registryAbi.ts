import { parseAbi } from 'viem'

/** Owners of accounts. Source: Farcaster's IdRegistry. */
export const idRegistryAbi = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])

/** Keys of accounts. Source: Farcaster's KeyRegistry. */
export const keyRegistryAbi = parseAbi([
  'struct KeyData { uint8 state; uint32 keyType; }',
  'function keyDataOf(uint256 fid, bytes key) view returns (KeyData)',
])

/** Signature check of contracts. Source: ERC-1271. */
export const contractSignatureAbi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
