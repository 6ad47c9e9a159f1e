import { parseAbi } from 'viem'

/** The registry of ENS. Source: ERC-137. */
export const ensRegistryAbi = parseAbi(['function resolver(bytes32 node) view returns (address)'])

/** Resolvers of ENS. Source: ERC-137, ERC-181 (name), ERC-634 (text), ENSIP-9 (addresses of other chains), ERC-165. */
export const ensResolverAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function text(bytes32 node, string key) view returns (string)',
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
])

/** In a separate ABI, because a resolver has another function with this name. Source: ENSIP-9. */
export const ensAddressAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])

/** Resolvers that answer for all names below theirs, and the ERC-165 id. Source: ENSIP-10. */
export const ensWildcardAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
export const wildcardInterface = '0x9061b923'

/** `OffchainLookup(address,string[],bytes,bytes4,bytes)`: the answer is off the chain. Source: ERC-3668. */
export const offchainLookupSelector = '0x556f1830'
