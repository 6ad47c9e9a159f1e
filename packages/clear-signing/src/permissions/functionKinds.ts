import { keccak256, stringToBytes } from 'viem/utils'

/**
 * Functions that let another account take something later, even after the permission ended. Source: ERC-20, EIP-2612, ERC-721,
 * ERC-1155, ERC-777, ERC-6909, ERC-1363, Permit2.
 */
const lasting = [
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'increaseApproval(address,uint256)',
  'approveAndCall(address,uint256)',
  'approveAndCall(address,uint256,bytes)',
  'setApprovalForAll(address,bool)',
  'authorizeOperator(address)',
  'setOperator(address,bool)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bytes)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'approve(address,address,uint160,uint48)',
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
]

/** Functions that move a token or an item of the account. Source: ERC-20, ERC-721, ERC-1155, ERC-777, ERC-1363, ERC-6909. */
const moving = [
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'transfer(address,uint256,uint256)',
  'transferFrom(address,address,uint256,uint256)',
  'transferAndCall(address,uint256)',
  'transferAndCall(address,uint256,bytes)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'send(address,uint256,bytes)',
  'operatorSend(address,address,uint256,bytes,bytes)',
]

/** Functions that change a contract's owner, roles or code. Source: ERC-173, OpenZeppelin's proxies and AccessControl, EIP-2535, Safe. */
const controlling = [
  'transferOwnership(address)',
  'renounceOwnership()',
  'acceptOwnership()',
  'setOwner(address)',
  'setAuthority(address)',
  'upgradeTo(address)',
  'upgradeToAndCall(address,bytes)',
  'upgrade(address,address)',
  'upgradeAndCall(address,address,bytes)',
  'setImplementation(address)',
  'changeAdmin(address)',
  'changeProxyAdmin(address,address)',
  'setPendingAdmin(address)',
  'acceptAdmin()',
  'grantRole(bytes32,address)',
  'revokeRole(bytes32,address)',
  'renounceRole(bytes32,address)',
  'beginDefaultAdminTransfer(address)',
  'acceptDefaultAdminTransfer()',
  'diamondCut((address,uint8,bytes4[])[],address,bytes)',
  'addOwnerWithThreshold(address,uint256)',
  'removeOwner(address,address,uint256)',
  'swapOwner(address,address,address)',
  'changeThreshold(uint256)',
  'enableModule(address)',
  'setGuard(address)',
  'setFallbackHandler(address)',
  'setMinter(address)',
  'addMinter(address)',
]

/** Danger of a function. */
export type FunctionKind = { kind: 'lasting' | 'moving' | 'controlling'; canonical: string }

let bySelector: ReadonlyMap<string, FunctionKind> | undefined

/** Returns the kind of a function by its selector: an app can choose the name, but the contract uses the selector. */
export function functionKind(selector: string): FunctionKind | undefined {
  bySelector ??= new Map(
    Object.entries({ lasting, moving, controlling }).flatMap(([kind, signatures]) =>
      signatures.map((canonical) => [
        keccak256(stringToBytes(canonical)).slice(0, 10),
        { kind: kind as FunctionKind['kind'], canonical },
      ]),
    ),
  )
  return bySelector.get(selector)
}
